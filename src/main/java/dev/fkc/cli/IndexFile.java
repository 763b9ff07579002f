package dev.fkc.cli;

import dev.fkc.op.IndexErrors;
import dev.fkc.op.Operand;
import dev.fkc.reference.ByteStore;
import dev.fkc.type.DType;
import dev.fkc.type.Layout;
import dev.fkc.type.OpKind;

/**
 * Indices from a NumPy file, i4, i8 or u4, on their way to the kernels' U32.
 *
 * @param array what the file holds
 * @param file its name, for messages
 */
record IndexFile(NpyArray array, String file) {
  IndexFile {
    String type = array.header().type().name();
    if (!type.equals("i4") && !type.equals("i8") && !type.equals("u4")) {
      throw new Failure(file + ": indices are i4, i8 or u4; these are " + type);
    }
  }

  /** The indices as the dense U32 operand that they become. */
  Operand operand() {
    return Operand.contiguous(DType.U32, array.header().shape());
  }

  /**
   * The dense U32 values.
   *
   * @throws IndexOutOfBoundsException for the first one in row-major order that is negative or not
   *     below the bound
   */
  ByteStore values(OpKind op, long bound) {
    Layout layout = array.header().layout();
    int size = array.header().type().size();
    ByteStore values = ByteStore.allocate(Math.multiplyExact(layout.elementCount(), 4));
    long[] c = new long[layout.rank()];
    for (long n = 0; n < layout.elementCount(); n++) {
      long element = layout.offset();
      for (int k = 0; k < c.length; k++) {
        element += c[k] * layout.stride(k);
      }
      long value = value(element * size);
      if (value < 0 || value >= bound) {
        throw IndexErrors.outOfRange(op, n, value, bound);
      }
      for (int b = 0; b < 4; b++) {
        values.set(4 * n + b, (byte) (value >>> 8 * b));
      }
      for (int k = c.length - 1; k >= 0 && ++c[k] == layout.shape().dim(k); k--) {
        c[k] = 0;
      }
    }
    return values;
  }

  private long value(long at) {
    long low = array.data().unsignedInt(at);
    return switch (array.header().type().name()) {
      case "u4" -> low;
      case "i4" -> (int) low;
      default -> array.data().unsignedInt(at + 4) << 32 | low;
    };
  }
}
