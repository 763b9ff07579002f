/**
 * Vulkan devices, buffers, command batches and completions: what a runtime needs to run kernels
 * where its memory is.
 *
 * <p>Nothing here loads a native library until a device is listed or opened, and no type of the
 * Vulkan binding appears in a signature. Handles carry a label that shows up in every error and in
 * graphics debuggers; each is {@link java.lang.AutoCloseable} and says at its class who may use it
 * from which thread.
 */
@NullMarked
package dev.fkc.vulkan;

import org.jspecify.annotations.NullMarked;
