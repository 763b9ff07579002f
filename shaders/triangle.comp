#version 450
// Keeps one side of a diagonal of each matrix of a dense source and writes zero bytes on the other.
#include "access.glsl"

layout(constant_id = 5) const int UPPER = 1;

const int COLUMNS = REST;
const int COLUMNS_MULTIPLIER = REST + 1;
const int ROWS = REST + 2;
const int ROWS_MULTIPLIER = REST + 3;
// Shift of the division by columns, and by rows in the next byte.
const int SHIFTS = REST + 4;
// Signed, within [-rows, columns].
const int DIAGONAL = REST + 5;

uint quotient(uint n, uint divisor, uint multiplier, uint shift) {
  if (divisor == 1u) {
    return n;
  }
  uint high, low;
  umulExtended(n, multiplier, high, low);
  return high >> shift;
}

void main() {
  uint word = ownWord();
  int first = int(word) * LANES - int(p[HEAD]);
  int from = max(0, -first);
  int to = min(LANES, int(p[COUNT]) - first);
  if (from >= to) {
    return;
  }
  uint e = uint(first + from);
  uint line = quotient(e, p[COLUMNS], p[COLUMNS_MULTIPLIER], p[SHIFTS] & 31u);
  int column = int(e - line * p[COLUMNS]);
  int row = int(line - quotient(line, p[ROWS], p[ROWS_MULTIPLIER], (p[SHIFTS] >> 8) & 31u) * p[ROWS]);

  // Which bytes of the word are kept, row by row.
  uvec4 keep = uvec4(0);
  int lane = from;
  while (lane < to) {
    int end = min(to, lane + int(p[COLUMNS]) - column);
    // The lane at which the kept side starts (upper) or ends (lower).
    int border = lane + row + int(p[DIAGONAL]) - column + (UPPER == 1 ? 0 : 1);
    int keepFrom = UPPER == 1 ? max(lane, border) : lane;
    int keepTo = UPPER == 1 ? end : min(end, border);
    if (keepFrom < keepTo) {
      keep |= bytesFrom(keepFrom * UNIT) & ~bytesFrom(keepTo * UNIT);
    }
    lane = end;
    column = 0;
    row = row + 1 == int(p[ROWS]) ? 0 : row + 1;
  }

  uvec4 v = uvec4(0);
  ADDRESS source = ADDRESS_AT(SOURCE);
  if (to - from < LANES) {
    [[unroll]] for (int k = 0; k < LANES; k++) {
      if (k >= from && k < to) {
        putUnit(v, k, loadUnit(source + ADDRESS(first + k) * ADDRESS(UNIT)));
      }
    }
  } else if (keep != uvec4(0)) {
    v = load16(source + ADDRESS(first) * ADDRESS(UNIT));
  }
  storeLanes(word, v & keep, from, to);
}
