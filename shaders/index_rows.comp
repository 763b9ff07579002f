#version 450
// Copies the source rows that an index list names, for each of a number of outer slices.
#include "access.glsl"
#include "division.glsl"

// 1: a word may span more than two rows. Known only where the output is whole.
layout(constant_id = 5) const int SHORT = 0;

const int INDICES = REST;
const int REPORT_AT = INDICES + ADDRESS_WORDS;
const int LAST = REPORT_AT + ADDRESS_WORDS;
// Units of a row, and indices.
const int RUN = LAST + 1;
const int RUN_MULTIPLIER = LAST + 2;
const int N = LAST + 3;
const int N_MULTIPLIER = LAST + 4;
const int SHIFTS = LAST + 5;
// Bytes between outer slices of the source, and between its rows.
const int OUTER_STRIDE = LAST + 6;
const int ROW_STRIDE = OUTER_STRIDE + ADDRESS_WORDS;
#include "indices.glsl"

ADDRESS sourceRow(uint row) {
  uint outer = quotient(row, p[N], p[N_MULTIPLIER], (p[SHIFTS] >> 8) & 31u);
  uint index = checkedIndex(row - outer * p[N]);
  return ADDRESS_AT(SOURCE) + TIMES(outer, OUTER_STRIDE) + INDEX_TIMES(index, ROW_STRIDE);
}

// Lanes [from, to) of a word, row by row; lane 0 is unit `first`.
uvec4 rows(int first, int from, int to) {
  uint e = uint(first + from);
  uint row = quotient(e, p[RUN], p[RUN_MULTIPLIER], p[SHIFTS] & 31u);
  uint column = e - row * p[RUN];
  uvec4 v = uvec4(0);
  for (int lane = from; lane < to;) {
    int end = min(to, lane + int(p[RUN] - column));
    ADDRESS a = sourceRow(row) + ADDRESS(column) * ADDRESS(UNIT) - ADDRESS(lane * UNIT);
    v |= window(a, lane * UNIT, end * UNIT) & lanes(lane, end);
    lane = end;
    column = 0;
    row++;
  }
  return v;
}

// A whole word from unit e on, unit by unit.
uvec4 units(uint e) {
  uint row = quotient(e, p[RUN], p[RUN_MULTIPLIER], p[SHIFTS] & 31u);
  uint column = e - row * p[RUN];
  uint outer = quotient(row, p[N], p[N_MULTIPLIER], (p[SHIFTS] >> 8) & 31u);
  uint position = row - outer * p[N];
  uvec4 v = uvec4(0);
  [[unroll]] for (int lane = 0; lane < LANES; lane++) {
    uint index = checkedLater(position, indexWord(ADDRESS_AT(INDICES) + ADDRESS(position) * 4));
    ADDRESS a = ADDRESS_AT(SOURCE) + TIMES(outer, OUTER_STRIDE) + INDEX_TIMES(index, ROW_STRIDE);
    putUnit(v, lane, loadUnit(a + ADDRESS(column) * ADDRESS(UNIT)));
    column++;
    bool ends = column == p[RUN];
    column = ends ? 0u : column;
    position += ends ? 1u : 0u;
    bool last = position == p[N];
    position = last ? 0u : position;
    outer += last ? 1u : 0u;
  }
  return v;
}

void main() {
  uint word = ownWord();
  int first = int(word) * LANES - int(p[HEAD]);
  if (WHOLE == 1 && SHORT == 1) {
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      DESTINATION_QUAD(word + uint(256 * i)) = units(uint(first + i * 256 * LANES));
    }
    reportBad();
    return;
  }
  if (WHOLE == 1 || first >= 0 && first + (256 * (WORDS - 1) + 1) * LANES <= int(p[COUNT]) && p[RUN] >= uint(LANES)) {
    // Long rows: a word lies in one row or in two. All indices first, then all rows.
    ADDRESS a[WORDS];
    ADDRESS next[WORDS];
    int split[WORDS];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      uint e = uint(first + i * 256 * LANES);
      uint row = quotient(e, p[RUN], p[RUN_MULTIPLIER], p[SHIFTS] & 31u);
      uint column = e - row * p[RUN];
      split[i] = int(min(p[RUN] - column, uint(LANES)));
      a[i] = sourceRow(row) + ADDRESS(column) * ADDRESS(UNIT);
      next[i] = a[i];
      if (split[i] < LANES) {
        next[i] = sourceRow(row + 1u) - ADDRESS(split[i] * UNIT);
      }
    }
    uvec4 v[WORDS];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      v[i] = window(a[i], 0, split[i] * UNIT);
      if (split[i] < LANES) {
        uvec4 own = lanes(0, split[i]);
        v[i] = (v[i] & own) | (window(next[i], split[i] * UNIT, 16) & ~own);
      }
    }
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      DESTINATION_QUAD(word + uint(256 * i)) = v[i];
    }
    return;
  }
  for (int i = 0; i < WORDS; i++) {
    int e = first + i * 256 * LANES;
    int from = max(0, -e);
    int to = min(LANES, int(p[COUNT]) - e);
    if (from < to) {
      storeLanes(word + uint(256 * i), rows(e, from, to), from, to);
    }
  }
}
