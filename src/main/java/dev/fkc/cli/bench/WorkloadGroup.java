package dev.fkc.cli.bench;

import java.util.regex.Pattern;

/** What is special about the shapes of a workload, told by its name. */
public enum WorkloadGroup {
  /** Power-of-two matrices that begin at an aligned byte: the easy case. */
  ALIGNED("Aligned"),
  /** Rows of an odd number of elements. */
  ODD_WIDTH("Odd widths"),
  /** Aligned shapes that begin one element into their buffer. */
  ODD_START("Odd starts"),
  /** Transposed, broadcast and sliced inputs. */
  VIEW("Views"),
  /** Many rows of 3, 5 or 31 elements. */
  SHORT_ROWS("Rows of 3, 5 and 31 elements"),
  /** Rank 4 and rank 8. */
  HIGH_RANK("Ranks 4 and 8"),
  /** What tensor runtimes ask for beside large matrices. */
  COMMON("Images, batches and rows of middle length");

  private static final Pattern WIDTH = Pattern.compile("_b(\\d+)$");
  private static final Pattern SHORT = Pattern.compile("_(3|5|31)$");
  private static final Pattern STRIDED =
      Pattern.compile("^(flip|roll)_.*_transposed$|_repeated_|_sliced$|_every_");

  private static final Pattern USUAL =
      Pattern.compile(
          "_(images|channels|batches|tall|runs|medium)(_|$)|^index_select_inner|^gather_outer");

  private final String title;

  WorkloadGroup(String title) {
    this.title = title;
  }

  /** The group as a heading. */
  public String title() {
    return title;
  }

  /** The group of a workload's name, with or without its width. */
  public static WorkloadGroup of(String name) {
    String base = baseOf(name);
    if (USUAL.matcher(base).find()) {
      return COMMON;
    } else if (base.contains("_rank8") || base.contains("_permute")) {
      return HIGH_RANK;
    } else if (base.endsWith("_odd_start")) {
      return ODD_START;
    } else if (base.endsWith("_odd")) {
      return ODD_WIDTH;
    } else if (SHORT.matcher(base).find()) {
      return SHORT_ROWS;
    }
    return STRIDED.matcher(base).find() ? VIEW : ALIGNED;
  }

  /** A name without its width: {@code flip_inner} of {@code flip_inner_b4}. */
  public static String baseOf(String name) {
    return WIDTH.matcher(name).replaceFirst("");
  }

  /** Bytes of an element: 4 of {@code flip_inner_b4}; 0 if the name does not say. */
  public static int widthOf(String name) {
    var found = WIDTH.matcher(name);
    return found.find() ? Integer.parseInt(found.group(1)) : 0;
  }
}
