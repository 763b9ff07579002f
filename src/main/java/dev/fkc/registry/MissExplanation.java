package dev.fkc.registry;

import dev.fkc.source.DidYouMean;
import dev.fkc.type.DType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Says why a lookup found nothing: the nearest keys of the op, and in what each differs. */
final class MissExplanation {
  private static final int MAX_KEYS = 8;

  private MissExplanation() {}

  private record Near(BindingKey key, List<String> differences) {}

  static String of(BindingKey wanted, List<BindingKey> keys) {
    List<Near> near = new ArrayList<>();
    Set<String> ops = new LinkedHashSet<>();
    for (BindingKey key : keys) {
      ops.add(key.op().name());
      if (key.op().equals(wanted.op())) {
        near.add(new Near(key, differences(wanted, key)));
      }
    }
    StringBuilder text = new StringBuilder("no kernel is registered under ").append(wanted);
    if (near.isEmpty()) {
      return unknownOp(text, wanted, ops);
    }
    near.sort(Comparator.comparingInt(n -> n.differences.size()));
    text.append("; ").append(wanted.op()).append(" has");
    for (Near n : near.subList(0, Math.min(MAX_KEYS, near.size()))) {
      text.append("\n  ").append(n.key).append(": ").append(String.join(", ", n.differences));
    }
    if (near.size() > MAX_KEYS) {
      text.append("\n  and ").append(near.size() - MAX_KEYS).append(" more");
    }
    return text.toString();
  }

  private static String unknownOp(StringBuilder text, BindingKey wanted, Set<String> ops) {
    text.append("; no key has op ").append(wanted.op());
    if (ops.isEmpty()) {
      return text.append(": the registry is empty").toString();
    }
    String help = DidYouMean.help(wanted.op().name(), ops);
    if (help != null) {
      text.append(", ").append(help);
    }
    return text.append("\n  ops: ").append(String.join(", ", ops)).toString();
  }

  private static List<String> differences(BindingKey wanted, BindingKey key) {
    List<String> differences = new ArrayList<>();
    List<DType> has = key.dtypes();
    List<DType> asked = wanted.dtypes();
    if (has.size() != asked.size()) {
      differences.add(has.size() + " dtypes, not " + asked.size());
    }
    for (int i = 0; i < Math.min(has.size(), asked.size()); i++) {
      if (has.get(i) != asked.get(i)) {
        differences.add("dtype " + i + " is " + has.get(i) + ", not " + asked.get(i));
      }
    }
    if (!key.backend().equals(wanted.backend())) {
      differences.add("backend is " + key.backend() + ", not " + wanted.backend());
    }
    return differences;
  }
}
