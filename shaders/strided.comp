#version 450
// Writes the units of a strided source in row-major order: contiguize, flip and roll of any view.
#include "access.glsl"
const int ROTATION = REST;
const int DIMS = REST + 1;
#include "dims.glsl"

// How the innermost dim lies in the source.
const int FORWARD = 0;
const int REVERSED = 1;
const int REPEATED = 2;
const int APART = 3;
layout(constant_id = 5) const int INNER = FORWARD;

void main() {
  uint word = ownWord();
  int first = int(word) * LANES - int(p[HEAD]);
  int from = max(0, -first);
  int to = min(LANES, int(p[COUNT]) - first);
  if (from >= to) {
    return;
  }
  uint e = uint(first + from);
  uint width = RANK == 1 && ROTATED != 0 ? p[COUNT] : size(RANK - 1);
  ADDRESS row;
  uint column;
  locate(e, row, column);
  ADDRESS step = stride(RANK - 1);

  if (INNER != APART && to - from == LANES) {
    uint end = column + uint(LANES);
    bool together = end <= width;
    if (ROTATED == RANK - 1) {
      uint r = p[ROTATION];
      together = together && (end <= r || column >= r);
    }
    if (together) {
      uint c = turned(column, RANK - 1);
      uvec4 v;
      if (INNER == FORWARD) {
        v = load16(row + ADDRESS(c) * step);
      } else if (INNER == REVERSED) {
        v = reverseLanes(load16(row + ADDRESS(c + uint(LANES - 1)) * step));
      } else {
        v = repeatUnit(loadUnit(row));
      }
      DESTINATION_QUAD(word) = v;
      return;
    }
  }

  uvec4 v = uvec4(0);
  [[unroll]] for (int lane = 0; lane < LANES; lane++) {
    if (lane >= from && lane < to) {
      if (column == width) {
        locate(uint(first + lane), row, column);
      }
      putUnit(v, lane, loadUnit(row + ADDRESS(turned(column, RANK - 1)) * step));
      column++;
    }
  }
  storeLanes(word, v, from, to);
}
