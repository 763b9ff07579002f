/** Measures what the host side costs: plain main classes, run on any machine with a device. */
@NullMarked
package dev.fkc.vulkan.host;

import org.jspecify.annotations.NullMarked;
