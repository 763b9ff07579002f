package dev.fkc.registry;

import dev.fkc.contract.KernelContract;
import dev.fkc.source.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rules that turn contracts into bindings (format §5, §10), with their stable codes. */
enum BindingRule {
  /** Operands that vary enumerate different dtypes. */
  FANOUT_DTYPE_MISMATCH("FKC-FanoutDtypeMismatch", Problem.Severity.ERROR),
  /** An operand enumerates no dtype at all. */
  NO_DTYPE("FKC-NoDtype", Problem.Severity.ERROR),
  /** An optional operand is followed by another. */
  OPTIONAL_OPERAND_NOT_LAST("FKC-OptionalOperandNotLast", Problem.Severity.ERROR),
  /** The dtype of an output cannot be told from the contract. */
  OUTPUT_DTYPE("FKC-OutputDtype", Problem.Severity.ERROR),
  /** The contract is valid, but of a kind that has no kernels yet. */
  NOT_YET_REGISTRABLE("FKC-NotYetRegistrable", Problem.Severity.ERROR),
  /** A symbol does not resolve to a kernel. */
  UNKNOWN_ENTRY_POINT("FKC-UnknownEntryPoint", Problem.Severity.ERROR),
  /** One kernel twice under one key. */
  DUPLICATE_KERNEL("FKC-DuplicateKernel", Problem.Severity.ERROR),
  /** An audit that no ledger confirms. */
  AUDIT_WITHOUT_PASS("FKC-AuditWithoutPass", Problem.Severity.NOTE);

  private final String code;
  private final Problem.Severity severity;

  BindingRule(String code, Problem.Severity severity) {
    this.code = code;
    this.severity = severity;
  }

  /** The stable code that problems carry. */
  String code() {
    return code;
  }

  /** A problem at a field of a contract. */
  Problem at(
      KernelContract contract,
      String field,
      String message,
      @Nullable String found,
      @Nullable String expected,
      @Nullable String help,
      Problem.Related... related) {
    return new Problem(
        code,
        severity,
        contract.fields().of(field),
        message,
        contract.kernel(),
        field,
        found,
        expected,
        help,
        List.of(related));
  }
}
