/** Devices, buffers, batches and completions: kernels on Vulkan. */
@NullMarked
package dev.fkc.vulkan;

import org.jspecify.annotations.NullMarked;
