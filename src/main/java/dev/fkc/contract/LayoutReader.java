package dev.fkc.contract;

import dev.fkc.contract.LayoutFlags.Acceptance;
import dev.fkc.contract.LayoutFlags.Broadcast;
import dev.fkc.contract.LayoutFlags.Contiguous;
import dev.fkc.source.Rule;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads an operand's layout flags and checks them against each other (format §3 and §6 rule 4). */
final class LayoutReader {
  private static final Map<String, Contiguous> CONTIGUOUS =
      Map.of(
          "required",
          Contiguous.REQUIRED,
          "accepted",
          Contiguous.ACCEPTED,
          "n/a",
          Contiguous.NOT_APPLICABLE);
  private static final Map<String, Acceptance> ACCEPTANCE =
      Map.of("accepted", Acceptance.ACCEPTED, "rejected", Acceptance.REJECTED);
  private static final Map<String, Broadcast> BROADCAST =
      Map.of(
          "accepted",
          Broadcast.ACCEPTED,
          "rejected",
          Broadcast.REJECTED,
          "required",
          Broadcast.REQUIRED);

  private LayoutReader() {}

  /** The effective flags of an operand. */
  static LayoutFlags read(Fields operand, String role) {
    Findings findings = operand.findings();
    Fields layout = operand.map("layout");
    if (layout == null) {
      if (!operand.has("layout")) {
        findings.add(
            findings
                .problem(
                    Rule.LAYOUT_MISSING,
                    operand.spanOf("name"),
                    operand.pathOf("layout"),
                    "operand '" + role + "' has no layout block and counts as dense-only")
                .withFound("no layout")
                .withExpected("a layout block"));
      }
      return LayoutFlags.denseOnly(operand.map().span());
    }
    int before = findings.errors();
    Contiguous contiguous =
        flag(layout, "contiguous", CONTIGUOUS, List.of("required", "accepted", "n/a"));
    Acceptance strided = acceptance(layout, "strided");
    Broadcast broadcast =
        flag(layout, "broadcast_stride0", BROADCAST, List.of("accepted", "rejected", "required"));
    Acceptance startOffset = acceptance(layout, "start_offset");
    Acceptance reverse = acceptance(layout, "reverse_strides");
    List<Integer> axes = layout.integers("broadcast_axes", -8, 7);
    LayoutFlags flags =
        new LayoutFlags(
            true,
            contiguous == null ? Contiguous.NOT_APPLICABLE : contiguous,
            strided == null ? Acceptance.REJECTED : strided,
            broadcast == null ? Broadcast.REJECTED : broadcast,
            startOffset == null ? Acceptance.REJECTED : startOffset,
            reverse == null ? Acceptance.REJECTED : reverse,
            axes == null ? List.of() : axes,
            layout.map().span());
    if (findings.errors() == before) {
      check(flags, layout, role);
    }
    return flags;
  }

  private static @Nullable Acceptance acceptance(Fields layout, String key) {
    return flag(layout, key, ACCEPTANCE, List.of("accepted", "rejected"));
  }

  private static <T> @Nullable T flag(
      Fields layout, String key, Map<String, T> values, List<String> tokens) {
    return layout.word(
        key, Rule.LAYOUT_WORD, tokens, word -> Optional.ofNullable(values.get(word)));
  }

  private static void check(LayoutFlags flags, Fields layout, String role) {
    Findings findings = layout.findings();
    if (flags.contiguous() == Contiguous.NOT_APPLICABLE && !flags.acceptsStrided()) {
      findings.add(
          findings
              .problem(
                  Rule.LAYOUT_ACCEPTS_NOTHING,
                  layout.spanOf("contiguous"),
                  layout.pathOf("contiguous"),
                  "operand '" + role + "' accepts neither contiguous nor strided views")
              .withFound("contiguous: n/a, strided: rejected")
              .withExpected("contiguous: required or accepted, or strided: accepted"));
    }
    if (flags.broadcastStride0() == Broadcast.ACCEPTED) {
      needsStrided(flags, layout, role, "broadcast_stride0");
    }
    if (flags.acceptsReverseStrides()) {
      needsStrided(flags, layout, role, "reverse_strides");
    }
    boolean required = flags.broadcastStride0() == Broadcast.REQUIRED;
    if (required && flags.broadcastAxes().isEmpty()) {
      findings.add(
          findings
              .problem(
                  Rule.BROADCAST_AXES,
                  layout.mentions("broadcast_axes")
                      ? layout.spanOf("broadcast_axes")
                      : layout.spanOf("broadcast_stride0"),
                  layout.pathOf("broadcast_axes"),
                  "broadcast_stride0 is required, but no axes are named")
              .withFound(layout.mentions("broadcast_axes") ? "no axes" : "no broadcast_axes")
              .withExpected("broadcast_axes: [..] with at least one axis"));
    } else if (!required && layout.has("broadcast_axes")) {
      findings.add(
          findings
              .problem(
                  Rule.BROADCAST_AXES,
                  layout.spanOf("broadcast_axes"),
                  layout.pathOf("broadcast_axes"),
                  "broadcast_axes without broadcast_stride0: required")
              .withFound("broadcast_axes: [" + layout.rawList("broadcast_axes") + "]")
              .withExpected("no broadcast_axes, or broadcast_stride0: required")
              .withRelated(
                  layout.spanOf("broadcast_stride0"), "broadcast_stride0 is not required"));
    }
  }

  private static void needsStrided(LayoutFlags flags, Fields layout, String role, String key) {
    if (flags.acceptsStrided()) {
      return;
    }
    Findings findings = layout.findings();
    findings.add(
        findings
            .problem(
                Rule.LAYOUT_NEEDS_STRIDED,
                layout.spanOf(key),
                layout.pathOf(key),
                "operand '" + role + "': " + key + " is accepted, strided is not")
            .withFound(key + ": accepted")
            .withExpected("strided: accepted, or " + key + ": rejected")
            .withRelated(
                layout.spanOf("strided"),
                layout.has("strided") ? "strided is rejected" : "strided is left out"));
  }
}
