/** One class per Vulkan object; the only package that touches the Vulkan binding. Not exported. */
@NullMarked
package dev.fkc.vulkan.internal;

import org.jspecify.annotations.NullMarked;
