package dev.fkc.plan;

/** The ways in which the shaders move bytes; every op is mapped to some of them. */
public enum KernelClass {
  /** One contiguous run of bytes. */
  CONTIGUOUS_RUN,
  /** Rows that are contiguous inside and lie anywhere. */
  ROWS,
  /** Rows whose units run backwards. */
  INNER_REVERSED,
  /** Contiguous rows that start in their middle and go on at their beginning. */
  INNER_ROTATED,
  /** Rows that repeat one unit. */
  INNER_REPEATED,
  /** One side of a diagonal; the other is not read. */
  TRIANGLE,
  /** Whole rows named by an index list. */
  ROWS_BY_INDEX,
  /** Single elements named by an index tensor. */
  ELEMENT_GATHER,
  /** Data or a constant, by a mask. */
  MASKED_SELECT,
  /** Tiles of two dims, each contiguous on one side only. */
  TILED_TRANSPOSE,
  /** Any strides. */
  GENERIC
}
