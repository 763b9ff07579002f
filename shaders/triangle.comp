#version 450
// Keeps one side of a diagonal of each matrix of a dense source and writes zero bytes on the other.
#include "access.glsl"
#include "division.glsl"

layout(constant_id = 5) const int UPPER = 1;
// 1: a word spans so many rows that its lanes are looked at one by one.
layout(constant_id = 2) const int TINY = 0;

const int COLUMNS = REST;
const int COLUMNS_MULTIPLIER = REST + 1;
const int ROWS = REST + 2;
const int ROWS_MULTIPLIER = REST + 3;
// Shift of the division by columns, and by rows in the next byte.
const int SHIFTS = REST + 4;
// Signed, within [-rows, columns].
const int DIAGONAL = REST + 5;

// Which bytes of the lanes [from, to) are kept; lane 0 is unit `first`.
uvec4 kept(int first, int from, int to) {
  uint e = uint(first + from);
  uint line = quotient(e, p[COLUMNS], p[COLUMNS_MULTIPLIER], p[SHIFTS] & 31u);
  int column = int(e - line * p[COLUMNS]);
  int row = int(line - quotient(line, p[ROWS], p[ROWS_MULTIPLIER], (p[SHIFTS] >> 8) & 31u) * p[ROWS]);
  uvec4 keep = uvec4(0);
  if (TINY == 1) {
    [[unroll]] for (int lane = 0; lane < LANES; lane++) {
      if (lane >= from) {
        int above = column - row - int(p[DIAGONAL]);
        keep |= (UPPER == 1 ? above >= 0 : above <= 0) ? lanes(lane, lane + 1) : uvec4(0);
        column++;
        if (column == int(p[COLUMNS])) {
          column = 0;
          row = row + 1 == int(p[ROWS]) ? 0 : row + 1;
        }
      }
    }
    return keep;
  }
  for (int lane = from; lane < to;) {
    int end = min(to, lane + int(p[COLUMNS]) - column);
    // The lane at which the kept side starts (upper) or ends (lower).
    int border = lane + row + int(p[DIAGONAL]) - column + (UPPER == 1 ? 0 : 1);
    int keepFrom = UPPER == 1 ? max(lane, border) : lane;
    int keepTo = UPPER == 1 ? end : min(end, border);
    if (keepFrom < keepTo) {
      keep |= lanes(keepFrom, keepTo);
    }
    lane = end;
    column = 0;
    row = row + 1 == int(p[ROWS]) ? 0 : row + 1;
  }
  return keep;
}

void main() {
  uint word = ownWord();
  ADDRESS source = ADDRESS_AT(SOURCE);
  int first = int(word) * LANES - int(p[HEAD]);
  if (WHOLE == 1 || first >= 0 && first + (256 * (WORDS - 1) + 1) * LANES <= int(p[COUNT])) {
    uvec4 v[WORDS];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      int e = first + i * 256 * LANES;
      uvec4 keep = kept(e, 0, LANES);
      v[i] = keep;
      if (keep != uvec4(0)) {
        v[i] &= load16(source + ADDRESS(e) * ADDRESS(UNIT));
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
      uvec4 v = window(source + ADDRESS(e) * ADDRESS(UNIT), from * UNIT, to * UNIT);
      storeLanes(word + uint(256 * i), v & kept(e, from, to), from, to);
    }
  }
}
