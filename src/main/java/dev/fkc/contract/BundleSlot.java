package dev.fkc.contract;

import dev.fkc.source.SourceSpan;

/**
 * One slot of a bundle of results.
 *
 * @param output name and rules of the slot
 * @param rank how many dims; a slot has at most 6
 * @param span the slot
 */
public record BundleSlot(OutputDescriptor output, Rank rank, SourceSpan span) {}
