#version 450
// Copies the source rows that an index list names, for each of a number of outer slices.
#include "access.glsl"

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

uint quotient(uint n, uint divisor, uint multiplier, uint shift) {
  if (divisor == 1u) {
    return n;
  }
  uint high, low;
  umulExtended(n, multiplier, high, low);
  return high >> shift;
}

ADDRESS sourceRow(uint row) {
  uint outer = quotient(row, p[N], p[N_MULTIPLIER], (p[SHIFTS] >> 8) & 31u);
  uint index = checkedIndex(row - outer * p[N]);
  return ADDRESS_AT(SOURCE) + ADDRESS(outer) * ADDRESS_AT(OUTER_STRIDE) + ADDRESS(index) * ADDRESS_AT(ROW_STRIDE);
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
  uint row = quotient(e, p[RUN], p[RUN_MULTIPLIER], p[SHIFTS] & 31u);
  uint column = e - row * p[RUN];
  ADDRESS source = sourceRow(row);
  if (to - from == LANES && column + uint(LANES) <= p[RUN]) {
    DESTINATION_QUAD(word) = load16(source + ADDRESS(column) * ADDRESS(UNIT));
    return;
  }
  uvec4 v = uvec4(0);
  [[unroll]] for (int lane = 0; lane < LANES; lane++) {
    if (lane >= from && lane < to) {
      if (column == p[RUN]) {
        column = 0;
        row++;
        source = sourceRow(row);
      }
      putUnit(v, lane, loadUnit(source + ADDRESS(column) * ADDRESS(UNIT)));
      column++;
    }
  }
  storeLanes(word, v, from, to);
}
