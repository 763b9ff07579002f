/** One class per Vulkan object; the only user of LWJGL. */
@NullMarked
package dev.fkc.vulkan.internal;

import org.jspecify.annotations.NullMarked;
