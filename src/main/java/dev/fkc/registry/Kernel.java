package dev.fkc.registry;

/**
 * Something that runs: what a provider's symbol stands for. Each backend implements it with
 * whatever it needs to launch.
 *
 * <p>Identity is what counts. One kernel bound twice under one key is a mistake; two kernels under
 * one key are siblings. Implementations keep the {@code equals} of {@link Object}.
 */
public interface Kernel {
  /** What messages and plans call it, such as {@code flip}. */
  String name();
}
