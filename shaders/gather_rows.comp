#version 450
// Gathers along rows that are contiguous in the source and fit shared memory: a workgroup loads whole rows and picks from them
// there, where unordered reads are cheap.
#include "access.glsl"
#include "steps.glsl"

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

// 1: the indices of a step lie in one 16-byte word, or 8-byte pair.
layout(constant_id = 5) const int INDEX_STEPS = 0;
// 32-bit words of shared memory: the rows of a workgroup and a little more.
layout(constant_id = 2) const int STAGE = 4096;

shared uint stage[STAGE];

#include "staged.glsl"

// The indices of a step, of which [from, to) count.
uvec4 stepIndices(int first, int from, int to) {
  ADDRESS a = ADDRESS_AT(INDICES) + ADDRESS(first) * 4;
  if (INDEX_STEPS == 1 && STEP == 4 && to - from == 4) {
    return indexQuad(a);
  }
  uvec4 index = uvec4(0);
  [[unroll]] for (int n = 0; n < STEP; n++) {
    if (n >= from && n < to) {
      index[n] = indexWord(a + ADDRESS(4 * n));
    }
  }
  return index;
}

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint row0 = group * p[ROWS_TOGETHER];
  if (row0 >= p[ROWS]) {
    return;
  }
  uint rows = min(p[ROWS_TOGETHER], p[ROWS] - row0);
  // The group's units: [begin, end).
  int begin = int(row0 * p[WIDTH]);
  int end = begin + int(rows * p[WIDTH]);
  uint firstStep = (uint(begin) + p[HEAD]) / uint(STEP) + gl_LocalInvocationID.x;

  // The first indices are under way while the rows are loaded.
  uvec4 index[4];
  [[unroll]] for (int i = 0; i < 4; i++) {
    int first = int(firstStep + uint(256 * i)) * STEP - int(p[HEAD]);
    index[i] = stepIndices(first, max(0, begin - first), min(STEP, end - first));
  }
  ADDRESS source = ADDRESS_AT(SOURCE) + ADDRESS(row0) * ADDRESS_AT(ROW_STRIDE);
  uint skipped = uint(source) & 15u;
  uint bytes = skipped + rows * p[SOURCE_UNITS] * uint(UNIT);
  for (uint i = gl_LocalInvocationID.x; i * 16u < bytes; i += 1024u) {
    uvec4 v[4];
    [[unroll]] for (uint n = 0u; n < 4u; n++) {
      if ((i + n * 256u) * 16u < bytes) {
        v[n] = sourceQuad(source - ADDRESS(skipped) + ADDRESS((i + n * 256u) * 16u));
      }
    }
    [[unroll]] for (uint n = 0u; n < 4u; n++) {
      if ((i + n * 256u) * 16u < bytes) {
        [[unroll]] for (uint w = 0u; w < 4u; w++) {
          stage[(i + n * 256u) * 4u + w] = v[n][w];
        }
      }
    }
  }
  barrier();

  for (uint g = firstStep; int(g) * STEP - int(p[HEAD]) < end; g += 1024u) {
    [[unroll]] for (int i = 0; i < 4; i++) {
      int first = int(g + uint(256 * i)) * STEP - int(p[HEAD]);
      int from = max(0, begin - first);
      int to = min(STEP, end - first);
      if (from < to) {
        if (any(greaterThan(index[i], uvec4(p[LAST])))) {
          [[unroll]] for (int n = 0; n < STEP; n++) {
            index[i][n] = checked(uint(first + n), index[i][n]);
          }
        }
        uint inGroup = uint(first + from - begin);
        uint row = p[ROWS_TOGETHER] == 1u ? 0u : inGroup / p[WIDTH];
        uint column = inGroup - row * p[WIDTH];
        uvec4 units[4];
        [[unroll]] for (int n = 0; n < STEP; n++) {
          units[n] = uvec4(0);
          if (n >= from && n < to) {
            if (column == p[WIDTH]) {
              column = 0u;
              row++;
            }
            units[n] = stagedUnit(skipped + (row * p[SOURCE_UNITS] + index[i][n]) * uint(UNIT));
            column++;
          }
        }
        storeStep(g + uint(256 * i), units, from, to);
      }
    }
    [[unroll]] for (int i = 0; i < 4; i++) {
      int first = int(g + uint(1024 + 256 * i)) * STEP - int(p[HEAD]);
      index[i] = stepIndices(first, 0, min(STEP, end - first));
    }
  }
}
