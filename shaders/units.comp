#version 450
// Writes the units of a source of any strides in row-major order, each loaded for itself: tiny rows, and views with gaps.
#include "access.glsl"
const int ROTATION = REST;
const int DIMS = REST + 1;
#include "dims.glsl"
#include "fours.glsl"

void main() {
  uint g = ownWord();
  uint width = RANK == 1 && ROTATED != 0 ? p[COUNT] : size(RANK - 1);
  ADDRESS step = stride(RANK - 1);
  int first = int(g) * 4 - int(p[HEAD]);
  uvec4 units[WORDS][4];
  [[unroll]] for (int i = 0; i < WORDS; i++) {
    int e = first + i * 1024;
    ADDRESS row;
    uint column;
    // Past the ends the nearest unit stands in for what is not stored.
    locate(uint(clamp(e, 0, int(p[COUNT]) - 1)), row, column);
    [[unroll]] for (int n = 0; n < 4; n++) {
      units[i][n] = loadUnit(row + ADDRESS(turned(column, RANK - 1)) * step);
      if (e + n >= 0 && e + n + 1 < int(p[COUNT])) {
        column++;
        if (column == width) {
          locate(uint(e + n + 1), row, column);
        }
      }
    }
  }
  [[unroll]] for (int i = 0; i < WORDS; i++) {
    int e = first + i * 1024;
    int from = max(0, -e);
    int to = min(4, int(p[COUNT]) - e);
    if (from < to) {
      storeFour(g + uint(256 * i), units[i], from, to);
    }
  }
}
