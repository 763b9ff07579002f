#version 450
// Keeps one side of a diagonal of each matrix of a dense source and writes zero bytes on the other.
#include "access.glsl"
#include "division.glsl"

layout(constant_id = 5) const int UPPER = 1;
// 1: a matrix has so few units that the host has worked out which of them are kept.
layout(constant_id = 2) const int PATTERN = 0;

const int COLUMNS = REST;
const int COLUMNS_MULTIPLIER = REST + 1;
const int ROWS = REST + 2;
const int ROWS_MULTIPLIER = REST + 3;
// Shift of the division by columns, and by rows in the next byte.
const int SHIFTS = REST + 4;
// Signed, within [-rows, columns].
const int DIAGONAL = REST + 5;

// In the place of these with PATTERN: units of a matrix, and a bit for each and for those after them, up to 64.
const int UNITS = REST;
const int UNITS_MULTIPLIER = REST + 1;
const int KEPT = REST + 2;

// Bits [0, n) of a word's lanes.
uint below(int n) { return (1u << clamp(n, 0, LANES)) - 1u; }

// A bit for each of the lanes [from, to) that is kept; lane 0 is unit `first`.
uint kept(int first, int from, int to) {
  uint e = uint(first + from);
  if (PATTERN == 1) {
    uint phase = e - quotient(e, p[UNITS], p[UNITS_MULTIPLIER], p[SHIFTS] & 31u) * p[UNITS];
    uint low = phase < 32u ? p[KEPT] : p[KEPT + 1];
    uint high = phase < 32u ? p[KEPT + 1] : 0u;
    uint bits = (low >> (phase & 31u)) | ((high << 1) << (31u - (phase & 31u)));
    return (bits << from) & below(to);
  }
  uint line = quotient(e, p[COLUMNS], p[COLUMNS_MULTIPLIER], p[SHIFTS] & 31u);
  int column = int(e - line * p[COLUMNS]);
  int row = int(line - quotient(line, p[ROWS], p[ROWS_MULTIPLIER], (p[SHIFTS] >> 8) & 31u) * p[ROWS]);
  uint bits = 0u;
  for (int lane = from; lane < to;) {
    int end = min(to, lane + int(p[COLUMNS]) - column);
    // The lane at which the kept side starts (upper) or ends (lower).
    int border = lane + row + int(p[DIAGONAL]) - column + (UPPER == 1 ? 0 : 1);
    uint before = below(max(border, lane));
    bits |= below(end) & (UPPER == 1 ? ~before : before & ~below(lane));
    lane = end;
    column = 0;
    row = row + 1 == int(p[ROWS]) ? 0 : row + 1;
  }
  return bits;
}

// All bits of the lanes whose bit is set.
uvec4 spread(uint bits) {
  if (UNIT_LOG2 == 0) {
    uvec4 four = uvec4(bits, bits >> 4, bits >> 8, bits >> 12) & 0xfu;
    return ((four * 0x00204081u) & 0x01010101u) * 0xffu;
  }
  if (UNIT_LOG2 == 1) {
    uvec4 two = uvec4(bits, bits >> 2, bits >> 4, bits >> 6) & 3u;
    return ((two * 0x8001u) & 0x00010001u) * 0xffffu;
  }
  if (UNIT_LOG2 == 2) {
    return (uvec4(bits, bits >> 1, bits >> 2, bits >> 3) & 1u) * 0xffffffffu;
  }
  if (UNIT_LOG2 == 3) {
    return (uvec4(bits, bits, bits >> 1, bits >> 1) & 1u) * 0xffffffffu;
  }
  return uvec4(bits * 0xffffffffu);
}

void main() {
  uint word = ownWord();
  int first = int(word) * LANES - int(p[HEAD]);
  ADDRESS a = ADDRESS_AT(SOURCE) + ADDRESS(first) * ADDRESS(UNIT);
  ivec2 own = ownLanes(first);
  if (own == ivec2(0, LANES)) {
    uint bits = kept(first, 0, LANES);
    uvec4 v = uvec4(0);
    if (bits != 0u) {
      v = load16(a) & spread(bits);
    }
    storeWord(word, v);
  } else if (own.x < own.y) {
    storeLanes(word, window(a, own.x * UNIT, own.y * UNIT) & spread(kept(first, own.x, own.y)), own.x, own.y);
  }
}
