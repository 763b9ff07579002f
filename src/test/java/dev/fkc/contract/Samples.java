package dev.fkc.contract;

import dev.fkc.source.SourceFile;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A small contract file without fault, to be changed by tests. */
final class Samples {
  static final String FRONT =
      """
      ---
      fkc_version: 1
      provider:
        name: sample-kernels
        backend: Vulkan
        kernel_source: "sample"
        link_registry: sample::LINKS
        revision_base: "r1"
      ---

      # Sample

      """;

  static final String FLIP =
      """
      ## flip

      Reverse one axis.

      ```fkc
      kernel: flip
      op_kind: Flip
      blurb: "Reverse one axis."
      entry_point: "sample::flip"
      kernel_revision_hash: auto
      accept:
        inputs:
          - name: input
            dtypes: [F32, U8]
            layout: { contiguous: accepted, strided: accepted, reverse_strides: rejected }
            rank: any
        op_params:
          variant: Flip
          fields:
            axis: { kind: usize }
      return:
        outputs:
          - name: out
            dtype_rule: passthrough(input)
            shape_rule: same_as(input)
            layout_guarantee: contiguous
            aliasing: none
      caps:
        awkward_layout_strategy: handles_strided
        fast_paths:
          - { when: "all_inputs_contiguous", class: cheap_elementwise }
      cost:
        provenance: judge_measured
        class: cheap_elementwise
        flops: "0"
        bytes_moved: "2 * n * dtype_bytes"
      precision:
        bit_stable_on_same_hardware: true
        max_ulp: 0
        audited: true
      determinism: bitwise
      ```

      """;

  static final String BLEND =
      """
      ## blend

      Blend quantized weights.

      ```fkc
      kernel: blend
      op_kind: Blend
      blurb: "Blend quantized weights."
      entry_point: "sample::blend"
      accept:
        inputs:
          - name: w
            dtypes: [U8]
            layout: { contiguous: required }
            rank: 1..=3
            shape_constraint: "rank=1..=3; divisible(dim[-1], 32); words for people"
            fdx:
              requires_ext: true
              symbolic_extent: required
              extent_kind: range
              quant: { family: GGML_BLOCK, ggml_dtype: Q4_0, role: weight, scale_operand: ~ }
          - name: s
            dtypes: [F8E8M0]
            layout: { contiguous: required }
        op_params: { variant: None, fields: { k: { kind: usize } } }
      return:
        outputs:
          - { name: out, dtype_rule: fixed(F32), shape_rule: from_params(k) }
      caps:
        awkward_layout_strategy: requires_contiguous
      cost:
        provenance: declared
        flops: "k * w.dim[0]"
        overhead_ns: 100
      precision:
        bit_stable_on_same_hardware: false
        audited: true
        notes: "looked at"
      determinism: nondeterministic
      ```

      """;

  static final String SKETCH =
      """
      ## sketch

      An idea.

      ```fkc
      kernel: sketch
      registrable: false
      blurb: "An idea."
      entry_point: "sample::sketch"
      accept:
        inputs: []
      return:
        outputs:
          - { name: out, dtype_rule: fixed(F32) }
      precision:
        max_ulp: 1
      ```
      """;

  static final String ALL = FRONT + FLIP + BLEND + SKETCH;

  private Samples() {}

  static SourceFile file(String text) {
    return SourceFile.of("sample.fkc.md", text);
  }

  static ContractSet read(String text) {
    return ContractReader.read(List.of(file(text)));
  }

  /** A file with one change. */
  static String with(String from, String to) {
    return with(ALL, from, to);
  }

  static String with(String text, String from, String to) {
    if (!text.contains(from)) {
      throw new IllegalArgumentException("the sample does not hold " + from);
    }
    return text.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to));
  }
}
