/** The command line: reads arguments and NumPy files, calls the library, prints. */
@NullMarked
package dev.fkc.cli;

import org.jspecify.annotations.NullMarked;
