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
layout(constant_id = 5) const int INNER = FORWARD;

// A word whose lanes [from, to) are the units from column c of a row on, all within it.
uvec4 piece(ADDRESS row, uint c, int from, int to) {
  if (INNER == REPEATED) {
    return repeatUnit(loadUnit(row));
  }
  ADDRESS first = row + apart(c, RANK - 1);
  if (INNER == FORWARD) {
    return window(first - ADDRESS(from * UNIT), from * UNIT, to * UNIT);
  }
  ADDRESS last = first + ADDRESS(from * UNIT) - ADDRESS((LANES - 1) * UNIT);
  return reverseLanes(window(last, (LANES - to) * UNIT, (LANES - from) * UNIT));
}

// Lanes [from, to) of a word, row by row; lane 0 is unit `first`.
uvec4 pieces(int first, int from, int to) {
  uint width = RANK == 1 && ROTATED != 0 ? p[COUNT] : size(RANK - 1);
  ADDRESS row;
  uint column;
  locate(uint(first + from), row, column);
  uvec4 v = uvec4(0);
  for (int lane = from; lane < to;) {
    uint left = width - column;
    if (ROTATED == RANK - 1 && column < p[ROTATION]) {
      left = p[ROTATION] - column;
    }
    int end = min(to, lane + int(left));
    uvec4 part = piece(row, turned(column, RANK - 1), lane, end);
    v = end - lane == LANES ? part : v | (part & lanes(lane, end));
    column += uint(end - lane);
    lane = end;
    if (column == width && lane < to) {
      locate(uint(first + lane), row, column);
    }
  }
  return v;
}

void main() {
  uint word = ownWord();
  int first = int(word) * LANES - int(p[HEAD]);
  uvec4 v[WORDS];
  [[unroll]] for (int i = 0; i < WORDS; i++) {
    int e = first + i * APART * LANES;
    ivec2 own = ownLanes(e);
    v[i] = pieces(e, own.x, own.y);
  }
  [[unroll]] for (int i = 0; i < WORDS; i++) {
    ivec2 own = ownLanes(first + i * APART * LANES);
    if (own.x < own.y) {
      storeLanes(word + uint(APART * i), v[i], own.x, own.y);
    }
  }
}
