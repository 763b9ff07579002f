package dev.fkc.registry;

import dev.fkc.contract.FdxFacts;
import dev.fkc.contract.KernelContract;
import dev.fkc.contract.PrecisionBlock;
import dev.fkc.contract.TensorDescriptor;
import dev.fkc.source.ContractException;
import dev.fkc.source.DidYouMean;
import dev.fkc.source.Problem;
import dev.fkc.source.Rule;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One import (format §5): fans contracts out, links their symbols, and collects entries next to
 * every problem on the way. The entries are good only after {@link #finish}. Used once.
 */
final class ContractImport {
  private static final double NONE = Double.POSITIVE_INFINITY;

  private final List<BindingEntry> entries;
  private final Map<BindingKey, List<BindingEntry>> siblings = new HashMap<>();
  private final Map<String, LinkRegistry> links = new LinkedHashMap<>();
  private final VerificationLedger ledger;
  private final List<Problem> problems = new ArrayList<>();

  ContractImport(
      List<BindingEntry> existing, Collection<LinkRegistry> links, VerificationLedger ledger) {
    this.entries = new ArrayList<>(existing);
    this.ledger = ledger;
    existing.forEach(this::index);
    for (LinkRegistry registry : links) {
      LinkRegistry first = this.links.putIfAbsent(registry.name(), registry);
      if (first != null && first != registry) {
        throw new IllegalArgumentException("two link registries are named " + registry.name());
      }
    }
  }

  void add(List<KernelContract> contracts) {
    for (KernelContract contract : contracts) {
      FanOut.Result fanOut = FanOut.of(contract);
      problems.addAll(fanOut.problems());
      if (!fanOut.variants().isEmpty() && checkQuantization(contract)) {
        link(contract, fanOut.variants());
      }
    }
  }

  /**
   * Ends the import.
   *
   * @param before problems that were found in reading
   * @return all problems in file order, none of them an error
   * @throws ContractException if one is
   */
  List<Problem> finish(List<Problem> before) {
    boolean refused =
        Stream.of(before, problems).flatMap(List::stream).anyMatch(ContractImport::isError);
    List<Problem> all = new ArrayList<>(before);
    for (Problem problem : problems) {
      // What a note says of an entry is not so when there is none.
      boolean moot = refused && problem.severity() == Problem.Severity.NOTE;
      if (!moot && before.stream().noneMatch(other -> isSame(problem, other))) {
        all.add(problem);
      }
    }
    all.sort(Comparator.comparing(Problem::span));
    if (refused) {
      throw new ContractException(all);
    }
    return List.copyOf(all);
  }

  private static boolean isError(Problem problem) {
    return problem.severity() == Problem.Severity.ERROR;
  }

  /** Whether reading has reported a breach of the same rule in the same section. */
  private static boolean isSame(Problem problem, Problem other) {
    return problem.code().equals(other.code())
        && problem.span().file() == other.span().file()
        && Objects.equals(problem.section(), other.section());
  }

  List<BindingEntry> entries() {
    return List.copyOf(entries);
  }

  /** MX and AFFINE_BLOCK describe data that no kernel reads yet (format §6, rule 6). */
  private boolean checkQuantization(KernelContract contract) {
    boolean registrable = true;
    for (int i = 0; i < contract.inputs().size(); i++) {
      TensorDescriptor input = contract.inputs().get(i);
      FdxFacts.Quant quant = input.fdx() == null ? null : input.fdx().quant();
      if (quant != null
          && (quant.family() == FdxFacts.QuantFamily.MX
              || quant.family() == FdxFacts.QuantFamily.AFFINE_BLOCK)) {
        registrable = false;
        problems.add(
            problem(
                    Rule.NOT_YET_REGISTRABLE,
                    contract,
                    "accept.inputs[" + i + "].fdx.quant.family",
                    "operand " + input.name() + " has a quantization that cannot be registered yet")
                .withFound(quant.family().token())
                .withHelp("mark the section registrable: false"));
      }
    }
    return registrable;
  }

  private void link(KernelContract contract, List<KernelVariant> variants) {
    LinkRegistry registry = linkRegistry(contract);
    if (registry == null) {
      return;
    }
    Set<String> unknown = new TreeSet<>();
    Map<KernelContract, List<KernelVariant>> duplicates = new LinkedHashMap<>();
    List<BindingEntry> unverified = new ArrayList<>();
    for (KernelVariant variant : variants) {
      Kernel kernel = registry.find(variant.entryPoint()).orElse(null);
      if (kernel == null) {
        if (unknown.add(variant.entryPoint())) {
          unknownEntryPoint(contract, registry, variant.entryPoint());
        }
        continue;
      }
      BindingEntry entry = new BindingEntry(variant, kernel, precision(variant));
      BindingEntry twin = twin(entry);
      if (twin != null) {
        duplicates.computeIfAbsent(twin.contract(), c -> new ArrayList<>()).add(variant);
        continue;
      }
      entries.add(entry);
      index(entry);
      if (entry.precision().declaredAudited() && entry.precision().verifiedOn().isEmpty()) {
        unverified.add(entry);
      }
    }
    duplicates.forEach((first, again) -> problems.add(DuplicateSymbols.problem(first, again)));
    if (!unverified.isEmpty()) {
      withoutPass(contract, unverified);
    }
  }

  private @Nullable LinkRegistry linkRegistry(KernelContract contract) {
    String name = contract.provider().linkRegistry();
    LinkRegistry registry = name == null ? null : links.get(name);
    if (registry == null) {
      String why =
          name == null
              ? "its provider declares no link registry"
              : "link registry " + name + " is not at hand";
      String close = name == null ? null : DidYouMean.help(name, links.keySet());
      problems.add(
          problem(
                  Rule.UNKNOWN_ENTRY_POINT,
                  contract,
                  "entry_point",
                  "symbol " + contract.entryPoint() + " cannot resolve: " + why)
              .withFound(name)
              .withExpected(
                  links.isEmpty()
                      ? "a link registry; none is at hand"
                      : "one of " + String.join(", ", links.keySet()))
              .withHelp(
                  close != null
                      ? close
                      : name == null
                          ? "add link_registry to the provider block"
                          : "pass the provider's link registry to the import"));
    }
    return registry;
  }

  private void unknownEntryPoint(KernelContract contract, LinkRegistry registry, String symbol) {
    problems.add(
        problem(
                Rule.UNKNOWN_ENTRY_POINT,
                contract,
                "entry_point",
                "symbol "
                    + symbol
                    + " of section "
                    + contract.kernel()
                    + " is not in link registry "
                    + registry.name())
            .withFound(symbol)
            .withExpected("one of its " + registry.symbols().size() + " symbols")
            .withHelp(DidYouMean.help(symbol, registry.symbols())));
  }

  private @Nullable BindingEntry twin(BindingEntry entry) {
    for (BindingEntry other : siblings.getOrDefault(entry.key(), List.of())) {
      if (other.kernel() == entry.kernel()) {
        return other;
      }
    }
    return null;
  }

  /** A note, not the rule's own warning: the kernel is as usable as one that claims no audit. */
  private void withoutPass(KernelContract contract, List<BindingEntry> unverified) {
    String dtypes =
        unverified.stream()
            .map(entry -> entry.key().dtypes().toString())
            .collect(Collectors.joining(", "));
    problems.add(
        problem(
                Rule.UNVERIFIED_CLAIM,
                contract,
                "precision.audited",
                "the ledger holds no pass for "
                    + contract.kernel()
                    + " "
                    + dtypes
                    + ": its precision reads UNAUDITED")
            .as(Problem.Severity.NOTE)
            .withExpected("a pass for revision " + unverified.get(0).revisionText())
            .withHelp("verify the kernel on a device of the kind that it is for"));
  }

  private static Problem problem(Rule rule, KernelContract contract, String field, String message) {
    return Problem.of(rule, contract.fields().of(field), message).in(contract.kernel(), field);
  }

  private Precision precision(KernelVariant variant) {
    PrecisionBlock block = variant.contract().precision();
    if (block == null) {
      return new Precision(false, NONE, NONE, NONE, false, Set.of(), "");
    }
    Precision declared =
        new Precision(
            block.bitStableOnSameHardware(),
            bound(block.maxUlp()),
            bound(block.maxRelative()),
            bound(block.maxAbsolute()),
            block.audited(),
            Set.of(),
            block.notes() == null ? "" : block.notes());
    return declared.withVerifiedOn(
        ledger.deviceKinds(variant.key(), variant.revisionHash(), declared.claim()));
  }

  private static double bound(@Nullable Double given) {
    return given == null ? NONE : given;
  }

  private void index(BindingEntry entry) {
    siblings.computeIfAbsent(entry.key(), key -> new ArrayList<>()).add(entry);
  }
}
