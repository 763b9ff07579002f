package dev.fkc.contract;

import java.util.List;

/**
 * The results of a section as read.
 *
 * @param outputs results, or empty
 * @param bundle slots of a bundle, or empty
 * @param complete whether every one of them could be read, and there is at least one
 */
record Returned(List<OutputDescriptor> outputs, List<BundleSlot> bundle, boolean complete) {}
