package dev.fkc.contract;

import java.util.List;

/**
 * The operands of a section as read.
 *
 * @param fields the text of each
 * @param inputs their records, in the same order; the name of one that has none is empty
 * @param complete whether all that a fan-out needs of them could be read
 * @param roles what rules may call them
 */
record Operands(
    List<Fields> fields, List<TensorDescriptor> inputs, boolean complete, Roles roles) {}
