package dev.fkc.contract;

import dev.fkc.source.SourceSpan;
import dev.fkc.type.DType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One input operand: what it may be (format §3). Immutable.
 *
 * @param name the role, unique among the inputs
 * @param optional whether a call may leave it out; only the last input may be
 * @param variadic whether it stands for any number of operands
 * @param listedDtypes the dtypes that the contract lists, in order; empty when it gives a class
 *     only
 * @param dtypeClass the class, or null
 * @param layout which layouts the kernel takes
 * @param strategy the operand's own strategy, or null to take the kernel's
 * @param rank how many dims
 * @param shapeConstraints what its shape must satisfy
 * @param fdx facts for the data exchange, or null
 * @param device where it must live, or null
 * @param substrate what kind of memory it must live in, or null
 * @param notes free text, or null
 * @param span the descriptor
 */
public record TensorDescriptor(
    String name,
    boolean optional,
    boolean variadic,
    List<DType> listedDtypes,
    @Nullable DtypeClass dtypeClass,
    LayoutFlags layout,
    @Nullable AwkwardLayoutStrategy strategy,
    Rank rank,
    List<ShapeConstraint> shapeConstraints,
    @Nullable FdxFacts fdx,
    @Nullable String device,
    @Nullable String substrate,
    @Nullable String notes,
    SourceSpan span) {

  public TensorDescriptor {
    listedDtypes = List.copyOf(listedDtypes);
    shapeConstraints = List.copyOf(shapeConstraints);
  }

  /** The dtypes that it enumerates: the explicit list, else what the class stands for. */
  public List<DType> dtypes() {
    if (!listedDtypes.isEmpty() || dtypeClass == null) {
      return listedDtypes;
    }
    return dtypeClass.members();
  }

  /**
   * Whether it enumerates more than one dtype, so that the section fans out over it (format §5).
   */
  public boolean varies() {
    return dtypes().size() > 1;
  }
}
