/** Measures kernels on a device: workloads, timing by GPU timestamps, results, calibrations. */
@NullMarked
package dev.fkc.cli.bench;

import org.jspecify.annotations.NullMarked;
