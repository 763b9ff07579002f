package dev.fkc.document;

/**
 * Every bound on what contract text may hold (format §2). They are far above what real files need
 * and low enough that hostile text costs little time and memory.
 */
public final class Limits {
  /** Bytes of a file. The largest real file has about 0.1 MiB. */
  public static final int FILE_BYTES = 16 << 20;

  /** Bytes of all files of an import. A thousand real sections have 4 MiB. */
  public static final int IMPORT_BYTES = 64 << 20;

  /** Lines of a file: bounds the Markdown tree, which needs a node or more for each. */
  public static final int FILE_LINES = 250_000;

  /**
   * Lines in a row without a blank one, a heading or a fence among them: bounds a paragraph, on
   * whose lines the Markdown parser spends time by their square.
   */
  public static final int PARAGRAPH_LINES = 5_000;

  /** UTF-16 units of a block or of the front matter. */
  public static final int BLOCK_CHARS = 1 << 20;

  /** Values of a block, keys included: bounds the tree of a block. A real one has about 150. */
  public static final int BLOCK_VALUES = 20_000;

  /** UTF-16 units of one value. */
  public static final int SCALAR_CHARS = 64 << 10;

  /** Nesting of lists and mappings. The format needs eight. */
  public static final int DEPTH = 32;

  /** Nesting of Markdown quotes and lists that is looked into. */
  public static final int MARKDOWN_DEPTH = 12;

  /** Sections of a file. */
  public static final int SECTIONS = 20_000;

  /** Errors kept per file, and as many of the rest: whoever sees these need not see more. */
  public static final int PROBLEMS = 1_000;

  private Limits() {}
}
