/**
 * What a call becomes before it meets a device: candidates and inserted copies with their cost, and
 * the canonical forms that the kernel classes run. Plain Java, no GPU.
 */
@NullMarked
package dev.fkc.plan;

import org.jspecify.annotations.NullMarked;
