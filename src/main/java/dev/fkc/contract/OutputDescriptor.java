package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import org.jspecify.annotations.Nullable;

/**
 * One result: how its dtype, shape and layout follow from the inputs (format §3). Immutable.
 *
 * @param name the role
 * @param dtypeRule where its dtype comes from
 * @param shapeRule where its shape comes from; null when the contract does not say
 * @param layoutGuarantee the layout that the kernel writes
 * @param aliasing whether it shares memory with an input
 * @param fdx facts for the data exchange, or null
 * @param notes free text, or null
 * @param span the descriptor
 */
public record OutputDescriptor(
    String name,
    DtypeRule dtypeRule,
    @Nullable ShapeRule shapeRule,
    LayoutGuarantee layoutGuarantee,
    Aliasing aliasing,
    @Nullable FdxFacts fdx,
    @Nullable String notes,
    SourceSpan span) {}
