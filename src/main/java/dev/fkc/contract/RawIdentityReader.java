package dev.fkc.contract;

import dev.fkc.document.YamlList;
import dev.fkc.document.YamlMap;
import dev.fkc.document.YamlNode;
import dev.fkc.document.YamlScalar;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Collects the words of a section that its revision hash is made of (format §7). */
final class RawIdentityReader {
  private RawIdentityReader() {}

  static RawIdentity read(Fields block, Provider provider) {
    Fields accept = block.reopen("accept");
    Fields opParams = accept == null ? null : accept.reopen("op_params");
    Fields cost = block.reopen("cost");
    return new RawIdentity(
        block.raw("op_kind"),
        block.raw("fused_op"),
        block.raw("backend"),
        block.raw("kernel_source"),
        block.raw("entry_point"),
        block.raw("determinism"),
        inputs(accept),
        opParams == null ? null : opParams.raw("variant"),
        cost == null ? null : CostReader.raw(cost),
        provider.revisionBase() == null ? "" : provider.revisionBase());
  }

  private static List<RawIdentity.Input> inputs(@Nullable Fields accept) {
    List<RawIdentity.Input> inputs = new ArrayList<>();
    if (accept == null || !(accept.map().value("inputs") instanceof YamlList list)) {
      return inputs;
    }
    for (YamlNode node : list.items()) {
      if (node instanceof YamlMap input) {
        YamlMap fdx = map(input, "fdx");
        inputs.add(
            new RawIdentity.Input(
                raw(input, "name"),
                rawList(input, "dtypes"),
                raw(input, "dtype_class"),
                joined(
                    map(input, "layout"),
                    "contiguous",
                    "strided",
                    "broadcast_stride0",
                    "start_offset",
                    "reverse_strides"),
                joined(
                    fdx == null ? null : map(fdx, "quant"),
                    "family",
                    "ggml_dtype",
                    "granularity",
                    "role",
                    "scale_operand")));
      }
    }
    return inputs;
  }

  private static @Nullable YamlMap map(YamlMap outer, String key) {
    return outer.value(key) instanceof YamlMap nested ? nested : null;
  }

  private static String raw(YamlMap map, String key) {
    return map.value(key) instanceof YamlScalar scalar ? scalar.text() : "";
  }

  private static String rawList(YamlMap map, String key) {
    if (!(map.value(key) instanceof YamlList list)) {
      return "";
    }
    return list.items().stream()
        .map(node -> node instanceof YamlScalar scalar ? scalar.text() : "")
        .collect(Collectors.joining(","));
  }

  private static @Nullable String joined(@Nullable YamlMap map, String... keys) {
    return map == null
        ? null
        : Stream.of(keys).map(key -> raw(map, key)).collect(Collectors.joining("|"));
  }
}
