#version 450
// Copies the source rows that an index list names, for each of a number of outer slices.
#include "access.glsl"
#include "division.glsl"
#include "steps.glsl"

// 1: a word may span more than two rows; the output is written in steps of units.
layout(constant_id = 5) const int SHORT = 0;
// 1: every word lies in one row.
layout(constant_id = 2) const int EVEN = 0;
// 1: the words of an invocation are as far apart as all invocations are many, not just those of its workgroup.
layout(constant_id = 3) const int SPREAD = 0;

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

// Steps of units from rows shorter than a word: all indices first, then all units.
void shortRows() {
  uint g = ownWord();
  uvec4 position[WORDS];
  uvec4 index[WORDS];
  ADDRESS a[WORDS][4];
  [[unroll]] for (int i = 0; i < WORDS; i++) {
    int first = int(g) * STEP - int(p[HEAD]) + i * APART * STEP;
    uint e = uint(clamp(first, 0, int(p[COUNT]) - 1));
    uint row = quotient(e, p[RUN], p[RUN_MULTIPLIER], p[SHIFTS] & 31u);
    uint column = e - row * p[RUN];
    uint outer = quotient(row, p[N], p[N_MULTIPLIER], (p[SHIFTS] >> 8) & 31u);
    uint k = row - outer * p[N];
    [[unroll]] for (int n = 0; n < STEP; n++) {
      position[i][n] = k;
      index[i][n] = indexWord(ADDRESS_AT(INDICES) + ADDRESS(k) * 4);
      a[i][n] = ADDRESS_AT(SOURCE) + TIMES(outer, OUTER_STRIDE) + ADDRESS(column) * ADDRESS(UNIT);
      // Units outside of the output are not stored; the nearest ones stand for them.
      bool inside = WHOLE == 1 || first + n >= 0 && first + n + 1 < int(p[COUNT]);
      column += inside ? 1u : 0u;
      bool ends = column == p[RUN];
      column = ends ? 0u : column;
      k += ends ? 1u : 0u;
      bool last = k == p[N];
      k = last ? 0u : k;
      outer += last ? 1u : 0u;
    }
  }
  [[unroll]] for (int i = 0; i < WORDS; i++) {
    int first = int(g) * STEP - int(p[HEAD]) + i * APART * STEP;
    uvec4 units[4];
    [[unroll]] for (int n = 0; n < STEP; n++) {
      units[n] = loadUnit(a[i][n] + INDEX_TIMES(checkedLater(position[i][n], index[i][n]), ROW_STRIDE));
    }
    int from = WHOLE == 1 ? 0 : max(0, -first);
    int to = WHOLE == 1 ? STEP : min(STEP, int(p[COUNT]) - first);
    if (from < to) {
      storeStep(g + uint(i * APART), units, from, to);
    }
  }
  reportBad();
}

// Where a word of at most two rows lies: its lanes before `split` from a on, the others from next on.
struct Place {
  ADDRESS a;
  ADDRESS next;
  int split;
};

// Of the word whose lane 0 is unit `first`, or where that is no whole word of some other.
Place place(int first) {
  uint e = uint(clamp(first, 0, int(p[COUNT]) - LANES));
  uint row = quotient(e, p[RUN], p[RUN_MULTIPLIER], p[SHIFTS] & 31u);
  uint column = e - row * p[RUN];
  Place it;
  it.split = EVEN == 1 ? LANES : int(min(p[RUN] - column, uint(LANES)));
  it.a = sourceRow(row) + ADDRESS(column) * ADDRESS(UNIT);
  it.next = it.a;
  if (it.split < LANES) {
    it.next = sourceRow(row + 1u) - ADDRESS(it.split * UNIT);
  }
  return it;
}

uvec4 load(Place it) {
  uvec4 v = window(it.a, 0, it.split * UNIT);
  if (it.split < LANES) {
    uvec4 own = lanes(0, it.split);
    v = (v & own) | (window(it.next, it.split * UNIT, 16) & ~own);
  }
  return v;
}

int firstUnit(uint word) { return int(word) * LANES - int(p[HEAD]); }

void storeRows(uint word) {
  int first = firstUnit(word);
  ivec2 own = ownLanes(first);
  if (own.x < own.y) {
    storeLanes(word, rows(first, own.x, own.y), own.x, own.y);
  }
}

void main() {
  if (SHORT == 1) {
    shortRows();
    return;
  }
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint step = SPREAD == 1 ? gl_NumWorkGroups.x * gl_NumWorkGroups.y * 256u : 256u;
  uint word = group * (SPREAD == 1 ? 256u : uint(256 * WORDS)) + gl_LocalInvocationID.x;
  if (WHOLE == 1) {
    [[unroll]] for (int i = 0; i < WORDS; i++, word += step) {
      storeWord(word, load(place(firstUnit(word))));
    }
    return;
  }
  // The index of the next word is on its way while this word is.
  Place here = place(firstUnit(word));
  [[dont_unroll]] for (int i = 0; i < WORDS; i++, word += step) {
    uvec4 v = load(here);
    here = place(firstUnit(word + step));
    int first = firstUnit(word);
    if (first >= 0 && first + LANES <= int(p[COUNT])) {
      storeWord(word, v);
    } else {
      storeRows(word);
    }
  }
}
