package dev.fkc.reference;

import dev.fkc.type.Shape;

/** Walks the coordinates of a non-empty shape in row-major order, from all zero. */
final class Coordinates {
  private final long[] extents;
  private final long[] values;

  Coordinates(Shape shape) {
    this.extents = shape.toArray();
    this.values = new long[extents.length];
  }

  /** The current coordinates: the same array each time. */
  long[] values() {
    return values;
  }

  /** Moves to the next coordinates; false, and back at zero, after the last ones. */
  boolean advance() {
    for (int k = values.length - 1; k >= 0; k--) {
      if (++values[k] < extents[k]) {
        return true;
      }
      values[k] = 0;
    }
    return false;
  }
}
