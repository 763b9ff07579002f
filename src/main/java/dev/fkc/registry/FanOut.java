package dev.fkc.registry;

import dev.fkc.contract.BundleSlot;
import dev.fkc.contract.DtypeRule;
import dev.fkc.contract.KernelContract;
import dev.fkc.contract.OutputDescriptor;
import dev.fkc.contract.TensorDescriptor;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import dev.fkc.type.DType;
import dev.fkc.type.OpKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Turns a contract section into the kernels that it stands for (format §5). Needs no link registry:
 * the contracts of any provider can be listed.
 *
 * <p>An operand <em>varies</em> when it enumerates more than one dtype. All varying operands of a
 * section enumerate the same list, and the section gives one variant per dtype of it, in its order;
 * its entry point is then a base that {@code _} and the dtype's suffix are added to. Without a
 * varying operand there is one variant and the symbol stays as it stands. An optional last operand
 * doubles each variant: first with it, then without.
 */
public final class FanOut {
  private final KernelContract contract;
  private final List<Problem> problems = new ArrayList<>();

  private FanOut(KernelContract contract) {
    this.contract = contract;
  }

  /**
   * What a section fans out to.
   *
   * @param variants in order; empty for a describe-only section, or when there are problems
   * @param problems what keeps it from fanning out
   */
  public record Result(List<KernelVariant> variants, List<Problem> problems) {
    public Result {
      variants = List.copyOf(variants);
      problems = List.copyOf(problems);
    }
  }

  /** Fans a section out. */
  public static Result of(KernelContract contract) {
    OpKind op = contract.op();
    if (!contract.registrable() || op == null) {
      return new Result(List.of(), List.of());
    }
    FanOut fanOut = new FanOut(contract);
    List<KernelVariant> variants = fanOut.variants(op);
    return new Result(fanOut.problems.isEmpty() ? variants : List.of(), fanOut.problems);
  }

  private List<KernelVariant> variants(OpKind op) {
    checkDtypes();
    checkOptional();
    List<OutputDescriptor> outputs = outputs();
    for (int i = 0; i < outputs.size(); i++) {
      checkOutput(
          outputs.get(i), contract.outputs().isEmpty() ? "return.bundle[" + i + "]" : output(i));
    }
    if (!problems.isEmpty()) {
      return List.of();
    }
    List<KernelVariant> variants = new ArrayList<>();
    Optional<TensorDescriptor> varying =
        contract.inputs().stream().filter(TensorDescriptor::varies).findFirst();
    int count = varying.map(operand -> operand.dtypes().size()).orElse(1);
    int inputs = contract.inputs().size();
    long revision = RevisionHash.of(contract);
    for (int v = 0; v < count; v++) {
      int at = v;
      String symbol =
          varying
              .map(operand -> contract.entryPoint() + "_" + operand.dtypes().get(at).suffix())
              .orElse(contract.entryPoint());
      variants.add(variant(op, symbol, v, inputs, outputs, revision));
      if (inputs > 0 && contract.inputs().get(inputs - 1).optional()) {
        variants.add(variant(op, symbol, v, inputs - 1, outputs, revision));
      }
    }
    return variants;
  }

  private KernelVariant variant(
      OpKind op,
      String symbol,
      int v,
      int inputCount,
      List<OutputDescriptor> outputs,
      long revision) {
    List<DType> dtypes = new ArrayList<>();
    for (TensorDescriptor input : contract.inputs().subList(0, inputCount)) {
      dtypes.add(dtype(input, v));
    }
    for (OutputDescriptor output : outputs) {
      DtypeRule rule = output.dtypeRule();
      if (rule instanceof DtypeRule.Fixed fixed) {
        dtypes.add(fixed.dtype());
      } else if (rule instanceof DtypeRule.Passthrough passthrough) {
        dtypes.add(dtype(Objects.requireNonNull(contract.input(passthrough.role())), v));
      } else {
        throw new IllegalStateException(contract + ": unchecked dtype rule " + rule);
      }
    }
    return new KernelVariant(
        contract, BindingKey.of(op, dtypes, contract.backend()), symbol, inputCount, revision);
  }

  private static DType dtype(TensorDescriptor input, int v) {
    return input.dtypes().get(input.varies() ? v : 0);
  }

  /** The results that the key names: all outputs, a bundle standing for its first slot. */
  private List<OutputDescriptor> outputs() {
    List<BundleSlot> bundle = contract.bundle();
    if (contract.outputs().isEmpty()) {
      return bundle.isEmpty() ? List.of() : List.of(bundle.get(0).output());
    }
    return contract.outputs().stream()
        .map(
            output ->
                output.dtypeRule() instanceof DtypeRule.Bundle && !bundle.isEmpty()
                    ? bundle.get(0).output()
                    : output)
        .toList();
  }

  private void checkDtypes() {
    int reference = -1;
    for (int i = 0; i < contract.inputs().size(); i++) {
      TensorDescriptor input = contract.inputs().get(i);
      if (input.dtypes().isEmpty()) {
        problems.add(
            problem(Rule.NO_DTYPES, input(i), "operand " + input.name() + " lists no dtype")
                .withExpected("a list of dtypes, or a class that stands for one"));
      } else if (input.varies() && reference < 0) {
        reference = i;
      } else if (input.varies()
          && !input.dtypes().equals(contract.inputs().get(reference).dtypes())) {
        mismatch(reference, i);
      }
    }
  }

  private void mismatch(int first, int second) {
    TensorDescriptor a = contract.inputs().get(first);
    TensorDescriptor b = contract.inputs().get(second);
    problems.add(
        problem(
                Rule.FANOUT_DTYPE_MISMATCH,
                input(second) + ".dtypes",
                "operands " + a.name() + " and " + b.name() + " fan out over different dtypes")
            .withFound(words(b.dtypes()))
            .withExpected(words(a.dtypes()) + ", as " + a.name() + " lists, or a single dtype")
            .withHelp("split the section where the operands vary independently")
            .withRelated(
                contract.fields().of(input(first) + ".dtypes"),
                a.name() + " lists its dtypes here"));
  }

  private void checkOptional() {
    for (int i = 0; i < contract.inputs().size() - 1; i++) {
      TensorDescriptor input = contract.inputs().get(i);
      if (input.optional()) {
        problems.add(
            problem(
                    Rule.OPTIONAL_OPERAND_NOT_LAST,
                    input(i) + ".optional",
                    "operand " + input.name() + " is optional but not the last one")
                .withFound("optional: true on input " + (i + 1) + " of " + contract.inputs().size())
                .withExpected("optional: true on the last input only")
                .withHelp("move " + input.name() + " to the end, or write a section without it"));
      }
    }
  }

  private void checkOutput(OutputDescriptor output, String field) {
    DtypeRule rule = output.dtypeRule();
    String at = field + ".dtype_rule";
    if (rule instanceof DtypeRule.Passthrough passthrough) {
      checkRole(output, passthrough.role(), at);
    } else if (!(rule instanceof DtypeRule.Fixed)) {
      problems.add(
          problem(
                  Rule.UNRESOLVED_OUTPUT_DTYPE,
                  at,
                  "output " + output.name() + " has no dtype that a key can name")
              .withFound(contract.fields().of(at).text())
              .withExpected("passthrough(ROLE) or fixed(D)")
              .withHelp("write one section per dtype, each with fixed(D)"));
    }
  }

  private void checkRole(OutputDescriptor output, String role, String at) {
    TensorDescriptor source = contract.input(role);
    if (source == null) {
      List<String> roles = contract.inputs().stream().map(TensorDescriptor::name).toList();
      problems.add(
          problem(
                  Rule.UNKNOWN_ROLE,
                  at,
                  "output " + output.name() + " passes through an operand that does not exist")
              .withFound(role)
              .withExpected("one of " + String.join(", ", roles))
              .withHelp(DidYouMean.help(role, roles)));
    } else if (source.optional()) {
      problems.add(
          problem(
                  Rule.OPTIONAL_PASSTHROUGH,
                  at,
                  "output " + output.name() + " passes through the optional operand " + role)
              .withFound("passthrough(" + role + ")")
              .withExpected("an operand that every call has, or fixed(D)"));
    }
  }

  private Problem problem(Rule rule, String field, String message) {
    return Problem.of(rule, contract.fields().of(field), message).in(contract.kernel(), field);
  }

  private static String words(List<DType> dtypes) {
    return dtypes.stream().map(DType::token).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String input(int i) {
    return "accept.inputs[" + i + "]";
  }

  private static String output(int i) {
    return "return.outputs[" + i + "]";
  }
}
