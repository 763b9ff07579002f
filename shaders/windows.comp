#version 450
// Writes short rows by whole words. A word holds units of two rows at most, or of a rotated row from before and from behind the
// wrap, and so is put together from two windows of the source. The words of an invocation are whole coordinates of the outermost
// dim apart: all begin at the same place of a row, and where their windows lie has to be found only once.
#include "access.glsl"
const int ROTATION = REST;
const int DIMS = REST + 1;
#include "dims.glsl"

// 1: rows run backwards.
layout(constant_id = 5) const int REVERSED = 0;

// Words from one to the next of an invocation, the multiplier and the shift that divide by that, and the same in source bytes.
const int SPACING = SHIFTS + (RANK + 2) / 4;
const int SOURCE_SPACING = SPACING + 3;

struct Windows {
  // The two 16-byte words of the source that each lies in, and the bytes of the first before it.
  ADDRESS low[2];
  ADDRESS high[2];
  uint skipped[2];
  // The lanes that come from the second window, in the order of the source.
  uvec4 second;
};

void setWindow(inout Windows w, int k, ADDRESS a, int from, int to) {
  windowWords(a, from, to, w.low[k], w.high[k]);
  w.skipped[k] = uint(a) & 15u;
}

// The windows of the word from unit e on, of rows that are not rotated.
Windows ofRows(uint e) {
  Windows w;
  ADDRESS row;
  uint column;
  locate(e, row, column);
  int own = int(min(uint(LANES), size(RANK - 1) - column));
  bool all = own == LANES;
  ADDRESS first = row + apart(column, RANK - 1);
  locate(e + uint(all ? 0 : own), row, column);
  // Where lane 0 would be if the second row went on before its begin.
  ADDRESS second = all ? first : row - apart(uint(own), RANK - 1);
  if (REVERSED == 1) {
    ADDRESS back = ADDRESS((LANES - 1) * UNIT);
    int split = (LANES - own) * UNIT;
    setWindow(w, 0, first - back, split, 16);
    setWindow(w, 1, second - back, 0, all ? 16 : split);
    w.second = ~bytesFrom(split);
  } else {
    int split = own * UNIT;
    setWindow(w, 0, first, 0, split);
    setWindow(w, 1, second, all ? 0 : split, 16);
    w.second = bytesFrom(split);
  }
  return w;
}

// The same of rotated rows that follow each other in the source: all units come from one of two distances.
Windows ofTurnedRows(uint e) {
  Windows w;
  ADDRESS row;
  uint column;
  locate(e, row, column);
  ADDRESS behind = row + ADDRESS(column) * ADDRESS(UNIT) - ADDRESS(p[ROTATION]) * ADDRESS(UNIT);
  ADDRESS before = behind + ADDRESS(size(RANK - 1)) * ADDRESS(UNIT);
  ivec2 from = ivec2(16);
  ivec2 to = ivec2(0);
  w.second = uvec4(0);
  [[unroll]] for (int n = 0; n < LANES; n++) {
    bool wraps = column < p[ROTATION];
    from = min(from, wraps ? ivec2(16, n * UNIT) : ivec2(n * UNIT, 16));
    to = max(to, wraps ? ivec2(0, (n + 1) * UNIT) : ivec2((n + 1) * UNIT, 0));
    w.second |= wraps ? lanes(n, n + 1) : uvec4(0);
    column++;
    column = column == size(RANK - 1) ? 0u : column;
  }
  // A window of no lanes is where the other one is.
  bvec2 none = equal(to, ivec2(0));
  setWindow(w, 0, none.x ? before : behind, none.x ? from.y : from.x, none.x ? to.y : to.x);
  setWindow(w, 1, none.y ? behind : before, none.y ? from.x : from.y, none.y ? to.x : to.y);
  return w;
}

void main() {
  uint id = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationID.x;
  uint block, low;
  umulExtended(id, p[SPACING + 1], block, low);
  block >>= p[SPACING + 2];
  uint word = block * p[SPACING] * uint(WORDS - 1) + id;
  int first = int(word) * LANES - int(p[HEAD]);
  if (first >= 0 && first + (int(p[SPACING]) * (WORDS - 1) + 1) * LANES <= int(p[COUNT])) {
    Windows w = ROTATED == RANK - 1 ? ofTurnedRows(uint(first)) : ofRows(uint(first));
    uvec4 lows[WORDS][2];
    uvec4 highs[WORDS][2];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      ADDRESS on = ADDRESS(i) * ADDRESS_AT(SOURCE_SPACING);
      [[unroll]] for (int k = 0; k < 2; k++) {
        lows[i][k] = sourceQuad(w.low[k] + on);
        highs[i][k] = sourceQuad(w.high[k] + on);
      }
    }
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      uvec4 v = joined(lows[i][0], highs[i][0], w.skipped[0], SOURCE_ALIGN) & ~w.second;
      v |= joined(lows[i][1], highs[i][1], w.skipped[1], SOURCE_ALIGN) & w.second;
      DESTINATION_QUAD(word + uint(i) * p[SPACING]) = REVERSED == 1 ? reverseLanes(v) : v;
    }
    return;
  }
  for (int i = 0; i < WORDS; i++) {
    int e = first + i * int(p[SPACING]) * LANES;
    ivec2 own = ownLanes(e);
    if (own.x >= own.y) {
      continue;
    }
    uvec4 v = uvec4(0);
    [[unroll]] for (int n = 0; n < LANES; n++) {
      ADDRESS row;
      uint column;
      locate(uint(clamp(e + n, 0, int(p[COUNT]) - 1)), row, column);
      putUnit(v, n, loadUnit(row + apart(turned(column, RANK - 1), RANK - 1)));
    }
    storeLanes(word + uint(i) * p[SPACING], v, own.x, own.y);
  }
}
