package dev.fkc.source;

import java.util.Collection;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Finds the word that a misspelt one was probably meant to be. */
public final class DidYouMean {
  private static final int LONGEST = 64;

  private DidYouMean() {}

  /**
   * The nearest candidate, or null when none is near: a third of its letters, at least one, may be
   * changed, added, dropped or swapped with a neighbour. Case alone is never a difference.
   */
  public static @Nullable String nearest(String word, Collection<String> candidates) {
    if (word.length() > LONGEST) {
      return null;
    }
    String plain = fold(word);
    String best = null;
    int bestDistance = Integer.MAX_VALUE;
    for (String candidate : candidates) {
      int distance = distance(plain, fold(candidate));
      int allowed = Math.max(1, candidate.length() / 3);
      if (distance <= allowed && distance < bestDistance) {
        best = candidate;
        bestDistance = distance;
      }
    }
    return best;
  }

  /** {@code did you mean 'x'?}, or null when no candidate is near. */
  public static @Nullable String help(String word, Collection<String> candidates) {
    String nearest = nearest(word, candidates);
    return nearest == null ? null : "did you mean '" + nearest + "'?";
  }

  private static String fold(String word) {
    return word.toLowerCase(Locale.ROOT).replace('-', '_').strip();
  }

  /** Edit distance in which swapping two neighbours counts once. */
  public static int distance(String a, String b) {
    int[] beforeLast = new int[b.length() + 1];
    int[] last = new int[b.length() + 1];
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      last[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        row[j] = Math.min(Math.min(last[j] + 1, row[j - 1] + 1), last[j - 1] + change);
        boolean swapped =
            i > 1
                && j > 1
                && a.charAt(i - 1) == b.charAt(j - 2)
                && a.charAt(i - 2) == b.charAt(j - 1);
        if (swapped) {
          row[j] = Math.min(row[j], beforeLast[j - 2] + 1);
        }
      }
      int[] spare = beforeLast;
      beforeLast = last;
      last = row;
      row = spare;
    }
    return last[b.length()];
  }
}
