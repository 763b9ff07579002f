/**
 * From contracts to bindings: fan-out over dtypes, linking of symbols to kernels, and the immutable
 * registry that finds a kernel by op, dtypes and backend (format §5, §7, §9, §10).
 */
@NullMarked
package dev.fkc.registry;

import org.jspecify.annotations.NullMarked;
