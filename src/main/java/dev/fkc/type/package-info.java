/**
 * The vocabulary that contracts and kernels share: dtypes, op kinds, backends, shapes and strided
 * layouts.
 */
@NullMarked
package dev.fkc.type;

import org.jspecify.annotations.NullMarked;
