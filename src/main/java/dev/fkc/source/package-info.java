/** Text with positions: files, spans, and the problems found in them. */
@NullMarked
package dev.fkc.source;

import org.jspecify.annotations.NullMarked;
