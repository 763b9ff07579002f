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
#include "steps.glsl"
#include "indices.glsl"

// 1: the indices of a step lie in one 16-byte word, or 8-byte pair.
layout(constant_id = 5) const int INDEX_STEPS = 0;

uvec4 stepIndices(int first) {
  ADDRESS a = ADDRESS_AT(INDICES) + ADDRESS(first) * 4;
  if (STEP == 2) {
    return uvec4(indexWord(a), indexWord(a + 4), 0, 0);
  }
  if (INDEX_STEPS == 1) {
    return indexQuad(a);
  }
  return uvec4(indexWord(a), indexWord(a + 4), indexWord(a + 8), indexWord(a + 12));
}

void main() {
  uint g = ownWord();
  uint width = RANK == 1 ? p[COUNT] : size(RANK - 1);
  int first = int(g) * STEP - int(p[HEAD]);
  if (ownsWhole(first, STEP)) {
    uvec4 index[WORDS];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      index[i] = stepIndices(first + i * APART * STEP);
    }
    uvec4 units[WORDS][4];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      int e = first + i * APART * STEP;
      if (WHOLE == 1) {
        [[unroll]] for (int n = 0; n < STEP; n++) {
          index[i][n] = checkedLater(uint(e + n), index[i][n]);
        }
      } else if (any(greaterThan(index[i], uvec4(p[LAST])))) {
        [[unroll]] for (int n = 0; n < STEP; n++) {
          index[i][n] = checked(uint(e + n), index[i][n]);
        }
      }
      ADDRESS row;
      uint column;
      locate(uint(e), row, column);
      [[unroll]] for (int n = 0; n < STEP; n++) {
        units[i][n] = loadUnit(row + apart(column, RANK - 1) + INDEX_TIMES(index[i][n], GATHER_STRIDE));
        column++;
        if (RANK == 2) {
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
    if (WHOLE == 1) {
      reportBad();
    }
    return;
  }
  for (int i = 0; i < WORDS; i++) {
    int e = first + i * APART * STEP;
    int from = max(0, -e);
    int to = min(STEP, int(p[COUNT]) - e);
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
        units[n] = loadUnit(row + apart(column, RANK - 1) + INDEX_TIMES(checkedIndex(uint(e + n)), GATHER_STRIDE));
      }
    }
    storeStep(g + uint(APART * i), units, from, to);
  }
}
