package dev.fkc.contract;

import dev.fkc.document.Excerpt;
import dev.fkc.document.YamlScalar;
import dev.fkc.source.Rule;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code shape_constraint}: atoms between semicolons (format §6). What does not start like
 * an atom is prose and kept; what does and then goes wrong is reported at its place.
 */
final class ShapeConstraintReader {
  private static final Pattern ASSIGNMENT =
      Pattern.compile("(same_as|same_rank|rank|broadcast_to|last_dim_eq)\\s*=(?!=)\\s*(.*)");
  private static final Pattern DIM =
      Pattern.compile("((?:\\w+\\.)?dim\\[[^\\]]*\\])\\s*=(?!=)(.*)");
  private static final Pattern CALL = Pattern.compile("(divisible|capacity_ge)\\s*\\(.*");
  private static final Pattern MISUSED =
      Pattern.compile(
          "(same_as|same_rank|broadcast_to|last_dim_eq)\\s*([(:].*)?"
              + "|(divisible|capacity_ge)\\s*(=.*)?"
              + "|(?:\\w+\\.)?dim\\[[^\\]]*");
  private static final Pattern DIM_REF =
      Pattern.compile("(?:([A-Za-z_]\\w*)\\.)?dim\\[\\s*(-?[0-9]{1,4}|[A-Za-z_]\\w*)\\s*\\]");
  private static final Pattern NAME = Pattern.compile("[A-Za-z_]\\w*");

  private final YamlScalar scalar;
  private final String field;
  private final Findings findings;

  ShapeConstraintReader(YamlScalar scalar, String field, Findings findings) {
    this.scalar = scalar;
    this.field = field;
    this.findings = findings;
  }

  /** The atoms in order. */
  List<ShapeConstraint> read() {
    List<ShapeConstraint> atoms = new ArrayList<>();
    String text = scalar.text();
    int start = 0;
    while (start <= text.length()) {
      int end = text.indexOf(';', start);
      end = end < 0 ? text.length() : end;
      String atom = text.substring(start, end);
      if (!atom.isBlank()) {
        int lead = atom.length() - atom.stripLeading().length();
        ShapeConstraint parsed = atom(atom.strip(), start + lead);
        if (parsed != null) {
          atoms.add(parsed);
        }
      }
      start = end + 1;
    }
    return atoms;
  }

  private @Nullable ShapeConstraint atom(String atom, int at) {
    Matcher assignment = ASSIGNMENT.matcher(atom);
    if (assignment.matches()) {
      return assignment(assignment.group(1), assignment.group(2), atom, at);
    }
    Matcher dim = DIM.matcher(atom);
    if (dim.matches()) {
      ShapeConstraint.DimRef ref = dimRef(dim.group(1));
      if (ref == null) {
        return malformed(atom, at, "dim[i] with a whole number or a name");
      }
      CostExpression value = expression(dim.group(2), at + dim.start(2));
      return value == null ? null : new ShapeConstraint.DimEq(ref, value);
    }
    if (CALL.matcher(atom).matches()) {
      return call(atom, at);
    }
    if (MISUSED.matcher(atom).matches()) {
      return malformed(atom, at, "same_as=ROLE, dim[i]=EXPR, divisible(dim[i], EXPR) and so on");
    }
    return new ShapeConstraint.Prose(atom);
  }

  private @Nullable ShapeConstraint assignment(String word, String value, String atom, int at) {
    if (word.equals("rank")) {
      Rank rank = RankReader.parse(value);
      return rank == null
          ? malformed(atom, at, "rank=N, rank=a..=b or rank=a..")
          : new ShapeConstraint.RankIs(rank);
    }
    if (!NAME.matcher(value).matches()) {
      return malformed(atom, at, word + "=ROLE");
    }
    return switch (word) {
      case "same_as" -> new ShapeConstraint.SameAs(value);
      case "same_rank" -> new ShapeConstraint.SameRank(value);
      case "broadcast_to" -> new ShapeConstraint.BroadcastTo(value);
      default -> new ShapeConstraint.LastDimEq(value);
    };
  }

  private @Nullable ShapeConstraint call(String atom, int at) {
    FunctionWord call = FunctionWord.parse(atom);
    boolean divisible = atom.startsWith("divisible");
    String expected = divisible ? "divisible(dim[i], EXPR)" : "capacity_ge(dim[i], SYMBOL)";
    if (call == null || call.arguments().size() != 2) {
      return malformed(atom, at, expected);
    }
    String first = call.arguments().get(0);
    String second = call.arguments().get(1);
    if (divisible) {
      CostExpression dividend = expression(first, at + atom.indexOf(first, "divisible".length()));
      CostExpression divisor = expression(second, at + atom.lastIndexOf(second));
      return dividend == null || divisor == null
          ? null
          : new ShapeConstraint.Divisible(dividend, divisor);
    }
    ShapeConstraint.DimRef ref = dimRef(first);
    return ref != null && NAME.matcher(second).matches()
        ? new ShapeConstraint.CapacityGe(ref, second)
        : malformed(atom, at, expected);
  }

  private static ShapeConstraint.@Nullable DimRef dimRef(String text) {
    Matcher matcher = DIM_REF.matcher(text.strip());
    if (!matcher.matches()) {
      return null;
    }
    String role = matcher.group(1);
    return new ShapeConstraint.DimRef(role == null ? "" : role, matcher.group(2));
  }

  private @Nullable CostExpression expression(String text, int at) {
    try {
      return CostExpression.parse(text);
    } catch (ExpressionException e) {
      findings.add(
          findings
              .problem(
                  Rule.SHAPE_CONSTRAINT,
                  ScalarField.part(scalar, at + e.start(), at + e.end()),
                  field,
                  "malformed expression in a shape constraint: " + e.getMessage())
              .withFound(Excerpt.of(text.strip()))
              .withExpected(e.expected()));
      return null;
    }
  }

  private @Nullable ShapeConstraint malformed(String atom, int at, String expected) {
    findings.add(
        findings
            .problem(
                Rule.SHAPE_CONSTRAINT,
                ScalarField.part(scalar, at, at + atom.length()),
                field,
                "malformed shape constraint " + Excerpt.of(atom))
            .withFound(Excerpt.of(atom))
            .withExpected(expected));
    return null;
  }
}
