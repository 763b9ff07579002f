#version 450
// Writes one source unit per index: the output's own coordinates, but for the gathered dim, whose coordinate is the index.
#include "access.glsl"

const int INDICES = REST;
const int REPORT_AT = INDICES + ADDRESS_WORDS;
const int LAST = REPORT_AT + ADDRESS_WORDS;
// Bytes between neighbours on the gathered dim.
const int GATHER_STRIDE = LAST + 1;
const int DIMS = GATHER_STRIDE + ADDRESS_WORDS;
const int ROTATION = 0;
#include "dims.glsl"
#include "indices.glsl"

void main() {
  uint word = ownWord();
  int first = int(word) * LANES - int(p[HEAD]);
  int from = max(0, -first);
  int to = min(LANES, int(p[COUNT]) - first);
  if (from >= to) {
    return;
  }
  uint width = RANK == 1 ? p[COUNT] : size(RANK - 1);
  ADDRESS row;
  uint column;
  locate(uint(first + from), row, column);
  ADDRESS step = stride(RANK - 1);
  uvec4 v = uvec4(0);
  [[unroll]] for (int lane = 0; lane < LANES; lane++) {
    if (lane >= from && lane < to) {
      if (column == width) {
        locate(uint(first + lane), row, column);
      }
      uint index = checkedIndex(uint(first + lane));
      putUnit(v, lane, loadUnit(row + ADDRESS(column) * step + ADDRESS(index) * ADDRESS_AT(GATHER_STRIDE)));
      column++;
    }
  }
  storeLanes(word, v, from, to);
}
