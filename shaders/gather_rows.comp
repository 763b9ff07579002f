#version 450
// Gathers along rows that are contiguous in the source and fit shared memory: a workgroup loads whole rows and picks from them
// there, where unordered reads are cheap.
#include "access.glsl"
#include "fours.glsl"

const int INDICES = REST;
const int REPORT_AT = INDICES + ADDRESS_WORDS;
const int LAST = REPORT_AT + ADDRESS_WORDS;
// Units of an output row, and rows in all.
const int WIDTH = LAST + 1;
const int ROWS = LAST + 2;
// Rows of a workgroup.
const int ROWS_TOGETHER = LAST + 3;
// Units of a source row, and bytes between rows of the source, which follow each other without gaps when several go together.
const int SOURCE_UNITS = LAST + 4;
const int ROW_STRIDE = LAST + 5;
#include "indices.glsl"

// 1: four indices of a group lie in one 16-byte word.
layout(constant_id = 5) const int INDEX_QUADS = 0;
// 16-byte words of shared memory: the rows of a workgroup and one more.
layout(constant_id = 2) const int QUADS = 1025;

shared uvec4 quads[QUADS];

// The unit at a byte of shared memory, in the low bits.
uvec4 stagedUnit(uint a) {
  uint w = quads[a >> 4][(a >> 2) & 3u];
  if (UNIT_LOG2 == 0) {
    return uvec4((w >> ((a & 3u) * 8u)) & 0xffu, 0, 0, 0);
  }
  if (UNIT_LOG2 == 1) {
    return uvec4((w >> ((a & 2u) * 8u)) & 0xffffu, 0, 0, 0);
  }
  return uvec4(w, UNIT_LOG2 == 3 ? quads[a >> 4][((a >> 2) & 3u) + 1u] : 0u, 0, 0);
}

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint row0 = group * p[ROWS_TOGETHER];
  if (row0 >= p[ROWS]) {
    return;
  }
  uint rows = min(p[ROWS_TOGETHER], p[ROWS] - row0);
  ADDRESS source = ADDRESS_AT(SOURCE) + ADDRESS(row0) * ADDRESS_AT(ROW_STRIDE);
  uint skipped = uint(source) & 15u;
  uint bytes = skipped + rows * p[SOURCE_UNITS] * uint(UNIT);
  for (uint i = gl_LocalInvocationID.x; i * 16u < bytes; i += 256u) {
    quads[i] = sourceQuad(source - ADDRESS(skipped) + ADDRESS(i * 16u));
  }
  barrier();

  // The group's units: [begin, end).
  int begin = int(row0 * p[WIDTH]);
  int end = begin + int(rows * p[WIDTH]);
  uint firstFour = (uint(begin) + p[HEAD]) / 4u;
  for (uint g = firstFour + gl_LocalInvocationID.x; int(g) * 4 - int(p[HEAD]) < end; g += 256u) {
    int first = int(g) * 4 - int(p[HEAD]);
    int from = max(0, begin - first);
    int to = min(4, end - first);
    uvec4 index = uvec4(0);
    if (INDEX_QUADS == 1 && to - from == 4) {
      index = indexQuad(ADDRESS_AT(INDICES) + ADDRESS(first) * 4);
    } else {
      [[unroll]] for (int n = 0; n < 4; n++) {
        if (n >= from && n < to) {
          index[n] = indexWord(ADDRESS_AT(INDICES) + ADDRESS(first + n) * 4);
        }
      }
    }
    if (any(greaterThan(index, uvec4(p[LAST])))) {
      [[unroll]] for (int n = 0; n < 4; n++) {
        index[n] = checked(uint(first + n), index[n]);
      }
    }
    uint inGroup = uint(first + from - begin);
    uint row = p[ROWS_TOGETHER] == 1u ? 0u : inGroup / p[WIDTH];
    uint column = inGroup - row * p[WIDTH];
    uvec4 units[4];
    [[unroll]] for (int n = 0; n < 4; n++) {
      units[n] = uvec4(0);
      if (n >= from && n < to) {
        if (column == p[WIDTH]) {
          column = 0u;
          row++;
        }
        units[n] = stagedUnit(skipped + (row * p[SOURCE_UNITS] + index[n]) * uint(UNIT));
        column++;
      }
    }
    storeFour(g, units, from, to);
  }
}
