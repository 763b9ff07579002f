package dev.fkc.cli;

import dev.fkc.reference.ByteStore;

/**
 * A NumPy file in memory.
 *
 * @param header what it holds
 * @param data its elements as they lie in the file
 */
record NpyArray(NpyHeader header, ByteStore data) {}
