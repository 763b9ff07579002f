#version 450
// Writes the units of a source of any strides in row-major order, each loaded for itself: short rows, and views with gaps.
#include "access.glsl"
const int ROTATION = REST;
const int DIMS = REST + 1;
#include "dims.glsl"
#include "steps.glsl"

// 1: the steps of an invocation are whole coordinates of the outermost dim apart. All begin at the same place of a row, so their
// units lie equally far apart, and where those are has to be found only once.
layout(constant_id = 5) const int EVEN = 0;

// Steps from one to the next of an invocation, the multiplier and the shift that divide by that, and the same in source bytes.
const int SPACING = SHIFTS + (RANK + 2) / 4;
const int SOURCE_SPACING = SPACING + 3;

// The addresses of the units of a step that begins with unit e.
void locateStep(uint e, out ADDRESS units[4]) {
  uint width = RANK == 1 && ROTATED != 0 ? p[COUNT] : size(RANK - 1);
  ADDRESS row;
  uint column;
  locate(e, row, column);
  [[unroll]] for (int n = 0; n < STEP; n++) {
    units[n] = row + apart(turned(column, RANK - 1), RANK - 1);
    column++;
    if (RANK == 2 && ROTATED != 0) {
      // The next row is one stride away: no branch, and no division.
      bool ends = column == width;
      column = ends ? 0u : column;
      row += ends ? stride(0) : ADDRESS(0);
    } else if (column == width && n + 1 < STEP) {
      locate(e + uint(n) + 1u, row, column);
    }
  }
}

void main() {
  uint id = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationID.x;
  uint spacing = uint(APART);
  uint block = id / spacing;
  if (EVEN == 1) {
    uint low;
    spacing = p[SPACING];
    umulExtended(id, p[SPACING + 1], block, low);
    block >>= p[SPACING + 2];
  }
  uint g = block * spacing * uint(WORDS - 1) + id;
  int first = int(g) * STEP - int(p[HEAD]);
  int last = int(p[COUNT]) - 1;
  if (WHOLE == 1 || first >= 0 && first + (int(spacing) * (WORDS - 1) + 1) * STEP - 1 <= last) {
    uvec2 words[WORDS][4];
    uint bits[WORDS][4];
    ADDRESS units[4];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      if (i == 0 || EVEN == 0) {
        locateStep(uint(first + i * int(spacing) * STEP), units);
      }
      [[unroll]] for (int n = 0; n < STEP; n++) {
        ADDRESS on = EVEN == 1 ? ADDRESS(i) * ADDRESS_AT(SOURCE_SPACING) : ADDRESS(0);
        words[i][n] = unitWords((units[n] & ~ADDRESS(3)) + on);
        bits[i][n] = (uint(units[n]) & 3u) * 8u;
      }
    }
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      uvec4 units[4];
      [[unroll]] for (int n = 0; n < STEP; n++) {
        units[n] = unitOf(words[i][n], bits[i][n]);
      }
      storeStep(g + uint(i) * spacing, units, 0, STEP);
    }
    return;
  }
  for (int i = 0; i < WORDS; i++) {
    int e = first + i * int(spacing) * STEP;
    int from = max(0, -e);
    int to = min(STEP, last + 1 - e);
    if (from >= to) {
      continue;
    }
    uvec4 units[4];
    [[unroll]] for (int n = 0; n < STEP; n++) {
      ADDRESS row;
      uint column;
      locate(uint(clamp(e + n, 0, last)), row, column);
      units[n] = loadUnit(row + apart(turned(column, RANK - 1), RANK - 1));
    }
    storeStep(g + uint(i) * spacing, units, from, to);
  }
}
