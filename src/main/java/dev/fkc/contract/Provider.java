package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import dev.fkc.type.BackendId;
import org.jspecify.annotations.Nullable;

/**
 * Who provides the kernels of a file, after {@code _provider.fkc.md} defaults (format §1).
 *
 * @param name the provider's name
 * @param backend where its kernels run
 * @param kernelSource what its kernels are made of
 * @param linkRegistry where its symbols resolve, or null
 * @param revisionBase a build id that goes into every revision hash, or null
 * @param span the provider block that gave it its name
 */
public record Provider(
    String name,
    BackendId backend,
    String kernelSource,
    @Nullable String linkRegistry,
    @Nullable String revisionBase,
    SourceSpan span) {}
