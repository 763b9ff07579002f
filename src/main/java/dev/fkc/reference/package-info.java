/**
 * The scalar oracle: every op written down as its definition, over bytes, for any view and any
 * dtype. It is also a provider of its own, with {@code BackendId.CPU} and kernel source {@code
 * java-reference}.
 */
@NullMarked
package dev.fkc.reference;

import org.jspecify.annotations.NullMarked;
