package dev.fkc.vulkan.internal;

import dev.fkc.plan.Form;
import dev.fkc.plan.Form.ByteRange;
import dev.fkc.plan.GatherForm;
import dev.fkc.plan.IndexRowsForm;
import dev.fkc.plan.MaskedForm;
import dev.fkc.plan.Splitter;
import dev.fkc.plan.StridedForm;
import dev.fkc.plan.TriangleForm;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Canonical forms to dispatches: cuts a form into parts that a device can run at once, chooses
 * between bindings and addresses, and hands each part to the encoder of its shader, which lays out
 * the push constants as {@code shaders/} read them. Plain Java; thread-safe.
 */
final class DispatchEncoder {
  /** Units of one dispatch: linear indices and their divisions stay below 2^31. */
  private static final long MAX_UNITS = 1L << 30;

  private final EncodingLimits limits;

  DispatchEncoder(EncodingLimits limits) {
    this.limits = limits;
  }

  /**
   * The dispatches that together run a form.
   *
   * @param form what to run
   * @param starts byte in its buffer at which each operand begins, inputs in order, then the output
   * @param checked whether bad indices are reported
   * @throws OversizeException if a part reads more than this device can address
   */
  List<EncodedDispatch> encode(Form form, long[] starts, boolean checked) {
    // The operand with the most bytes per unit that lie one after the other decides.
    int bytesPerUnit = form instanceof GatherForm ? Math.max(form.unit(), 4) : form.unit();
    long maxUnits = Math.min(MAX_UNITS, limits.splitBytes() / bytesPerUnit);
    List<EncodedDispatch> dispatches = new ArrayList<>();
    for (Form part : Splitter.split(form, maxUnits)) {
      encodePart(part, starts, checked, dispatches);
    }
    return dispatches;
  }

  private void encodePart(Form part, long[] starts, boolean checked, List<EncodedDispatch> out) {
    boolean fits = fitsBindings(part);
    boolean isSmall = part.outputBytes() <= limits.addressesUpTo();
    boolean cheap =
        isSmall
            || limits.addressesUpTo() > 0
                && part instanceof StridedForm form
                && StridedEncoder.wantsAddresses(form);
    boolean addresses = !fits || cheap && limits.addressesAvailable();
    if (!fits && !limits.addressesAvailable()) {
      throw new OversizeException(
          part.reads().stream().mapToLong(r -> r.end() - r.start()).max().orElse(0),
          limits.maxStorageBufferRange());
    }
    List<EncodedDispatch> dispatches =
        encode(new Encoding(part, starts, limits, addresses, checked), part);
    if (dispatches != null) {
      out.addAll(dispatches);
      return;
    }
    // Too many dims for the push constants: one dispatch per coordinate of the outermost.
    for (long i = 0; i < part.sizes()[0]; i++) {
      encodePart(part.at(i), starts, checked, out);
    }
  }

  private static @Nullable List<EncodedDispatch> encode(Encoding encoding, Form part) {
    if (part instanceof StridedForm form) {
      EncodedDispatch tiled = TileEncoder.encode(encoding, form);
      EncodedDispatch runs = tiled != null ? tiled : RunEncoder.encode(encoding, form);
      return runs != null ? List.of(runs) : StridedEncoder.encode(encoding, form);
    } else if (part instanceof TriangleForm form) {
      return DenseEncoder.encode(encoding, form);
    } else if (part instanceof MaskedForm form) {
      return DenseEncoder.encode(encoding, form);
    } else if (part instanceof IndexRowsForm form) {
      return IndexEncoder.encode(encoding, form);
    }
    return IndexEncoder.encode(encoding, (GatherForm) part);
  }

  private boolean fitsBindings(Form part) {
    long slack = limits.offsetAlignment() + Encoding.WORD_BYTES;
    if (part.outputBytes() + slack > limits.maxStorageBufferRange()) {
      return false;
    }
    for (ByteRange read : part.reads()) {
      if (read.end() - read.start() + slack > limits.maxStorageBufferRange()) {
        return false;
      }
    }
    return true;
  }
}
