/** What a call asks for: typed op parameters, shape rules and argument checks. */
@NullMarked
package dev.fkc.op;

import org.jspecify.annotations.NullMarked;
