package dev.fkc.registry;

import dev.fkc.contract.KernelContract;
import dev.fkc.source.SourceSpan;
import dev.fkc.type.BackendId;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.List;

/**
 * One of the kernels that a contract section fans out to (format §5): its key and its symbol, which
 * need not resolve to anything yet. Immutable.
 *
 * @param contract the section
 * @param key what it is found by
 * @param entryPoint the symbol, dtype suffix included
 * @param inputCount how many of the key's dtypes are inputs; one less than the section has where an
 *     optional operand is left out
 * @param revisionHash of the section, unsigned
 */
public record KernelVariant(
    KernelContract contract, BindingKey key, String entryPoint, int inputCount, long revisionHash) {

  /** What is done. */
  public OpKind op() {
    return key.op();
  }

  /** The dtypes of the inputs, then of the outputs. */
  public List<DType> dtypes() {
    return key.dtypes();
  }

  /** Where it runs. */
  public BackendId backend() {
    return key.backend();
  }

  /** What the kernel is made of, in the contract's word. */
  public String kernelSource() {
    return contract.kernelSource();
  }

  /** The revision hash as 16 hex digits. */
  public String revisionText() {
    return RevisionHash.text(revisionHash);
  }

  /** The section in its file. */
  public SourceSpan span() {
    return contract.span();
  }

  /** {@code flip_bf16: (Flip, [BF16, BF16], Vulkan)}. */
  @Override
  public String toString() {
    return entryPoint + ": " + key;
  }
}
