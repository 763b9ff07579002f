/** The front door. */
@NullMarked
package dev.fkc;

import org.jspecify.annotations.NullMarked;
