package dev.fkc.registry;

import java.util.Collection;
import java.util.Optional;

/** Finds what a misspelled word may have meant. */
final class Spelling {
  private Spelling() {}

  /**
   * The candidate with the fewest single-character edits from {@code word}; the first of equals.
   * None when even that one differs in more than a third of the word, rounded up.
   */
  static Optional<String> closest(String word, Collection<String> candidates) {
    int limit = (word.length() + 2) / 3;
    String best = null;
    for (String candidate : candidates) {
      int distance = distance(word, candidate);
      if (distance <= limit) {
        best = candidate;
        limit = distance - 1;
      }
    }
    return Optional.ofNullable(best);
  }

  private static int distance(String a, String b) {
    int[] row = new int[b.length() + 1];
    for (int j = 0; j <= b.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= b.length(); j++) {
        int substituted = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(substituted, 1 + Math.min(row[j], row[j - 1]));
      }
    }
    return row[b.length()];
  }
}
