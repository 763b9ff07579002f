package dev.fkc.plan;

import dev.fkc.contract.CostExpression;
import dev.fkc.contract.CostSymbol;
import dev.fkc.contract.KernelContract;
import dev.fkc.op.OpCall;
import dev.fkc.op.OpParams;
import dev.fkc.registry.CostedCall;
import dev.fkc.type.Shape;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A call as the cost expressions of a contract see it (format §9). */
final class CallCosts implements CostedCall {
  private final OpCall call;
  private final KernelContract contract;

  CallCosts(OpCall call, KernelContract contract) {
    this.call = call;
    this.contract = contract;
  }

  @Override
  public long outputElements() {
    return call.output().layout().elementCount();
  }

  @Override
  public long inputElements(int input) {
    return call.inputs().get(input).layout().elementCount();
  }

  @Override
  public long valueOf(CostSymbol symbol) {
    String name = symbol.name();
    String index = symbol.index();
    if (index == null) {
      return switch (name) {
        case "n" -> outputElements();
        case "dtype_bytes" -> call.output().dtype().byteSize();
        default -> field(name);
      };
    }
    Shape shape = shape(name);
    if (shape != null) {
      int axis = axis(index);
      if (axis >= -shape.rank() && axis < shape.rank()) {
        return shape.dim(Math.floorMod(axis, shape.rank()));
      }
    }
    return CostExpression.UNKNOWN;
  }

  private static int axis(String index) {
    try {
      return Integer.parseInt(index);
    } catch (NumberFormatException e) {
      return Integer.MAX_VALUE;
    }
  }

  /** {@code ROLE.dim}, {@code ROLE.shape} or a field that holds a shape. */
  private @Nullable Shape shape(String name) {
    if (call.params() instanceof OpParams.Gather gather) {
      if (name.equals("source_shape")) {
        return gather.sourceShape();
      } else if (name.equals("output_shape")) {
        return gather.outputShape();
      }
    }
    for (int k = 0; k < call.inputs().size(); k++) {
      String role = Objects.requireNonNullElse(contract.inputs().get(k).name(), "");
      if (name.startsWith(role)
          && (name.startsWith(".dim", role.length()) || name.startsWith(".shape", role.length()))
          && name.indexOf('.', role.length() + 1) < 0) {
        return call.inputs().get(k).shape();
      }
    }
    return null;
  }

  private long field(String name) {
    OpParams params = call.params();
    if (params instanceof OpParams.Triangular p) {
      return name.equals("diagonal") ? p.diagonal() : only(name, "upper", p.upper() ? 1 : 0);
    } else if (params instanceof OpParams.Flip p) {
      return only(name, "axis", p.axis());
    } else if (params instanceof OpParams.Roll p) {
      return name.equals("shift") ? p.shift() : only(name, "axis", p.axis());
    } else if (params instanceof OpParams.IndexSelect p) {
      return switch (name) {
        case "outer_count" -> p.outerCount();
        case "source_dim_size" -> p.sourceDimSize();
        case "n_indices" -> p.nIndices();
        default -> only(name, "inner_count", p.innerCount());
      };
    } else if (params instanceof OpParams.Gather p) {
      return only(name, "dim", p.dim());
    }
    return CostExpression.UNKNOWN;
  }

  private static long only(String name, String expected, long value) {
    return name.equals(expected) ? value : CostExpression.UNKNOWN;
  }
}
