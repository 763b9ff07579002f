package dev.fkc.plan;

/** How much of a source lies together, which decides how well memory is used. */
final class SourceRows {
  private SourceRows() {}

  /**
   * Bytes of an innermost row of the source: of those that are copied together, or that an index
   * picks from; one unit where neighbours lie apart.
   */
  static long bytes(Form form) {
    if (form instanceof StridedForm strided) {
      long[] sizes = strided.sizes();
      int inner = sizes.length - 1;
      boolean together = Math.abs(strided.strides()[inner]) == strided.unit();
      return strided.unit() * (together ? sizes[inner] : 1);
    } else if (form instanceof TriangleForm triangle) {
      return triangle.columns() * triangle.unit();
    } else if (form instanceof IndexRowsForm rows) {
      return rows.run() * rows.unit();
    } else if (form instanceof GatherForm gather) {
      return gather.bound() * gather.gatherStride();
    }
    return form.outputBytes();
  }
}
