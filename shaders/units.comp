#version 450
// Writes the units of a source of any strides in row-major order, each loaded for itself: short rows, and views with gaps.
#include "access.glsl"
const int ROTATION = REST;
const int DIMS = REST + 1;
#include "dims.glsl"
#include "steps.glsl"

void main() {
  uint g = ownWord();
  uint width = RANK == 1 && ROTATED != 0 ? p[COUNT] : size(RANK - 1);
  int first = int(g) * STEP - int(p[HEAD]);
  int last = int(p[COUNT]) - 1;
  if (WHOLE == 1 || first >= 0 && first + (APART * (WORDS - 1) + 1) * STEP <= last) {
    uvec4 units[WORDS][4];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      int e = first + i * APART * STEP;
      ADDRESS row;
      uint column;
      locate(uint(e), row, column);
      [[unroll]] for (int n = 0; n < STEP; n++) {
        units[i][n] = loadUnit(row + apart(turned(column, RANK - 1), RANK - 1));
        column++;
        if (RANK == 2 && ROTATED != 0) {
          // The next row is one stride away: no branch, and no division.
          bool ends = column == width;
          column = ends ? 0u : column;
          row += ends ? stride(0) : ADDRESS(0);
        } else if (column == width && n + 1 < STEP) {
          locate(uint(e + n + 1), row, column);
        }
      }
    }
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      storeStep(g + uint(APART * i), units[i], 0, STEP);
    }
    return;
  }
  for (int i = 0; i < WORDS; i++) {
    int e = first + i * APART * STEP;
    int from = max(0, -e);
    int to = min(STEP, last + 1 - e);
    if (from >= to) {
      continue;
    }
    uvec4 units[4];
    [[unroll]] for (int n = 0; n < STEP; n++) {
      units[n] = uvec4(0);
      if (n >= from && n < to) {
        ADDRESS row;
        uint column;
        locate(uint(e + n), row, column);
        units[n] = loadUnit(row + apart(turned(column, RANK - 1), RANK - 1));
      }
    }
    storeStep(g + uint(APART * i), units, from, to);
  }
}
