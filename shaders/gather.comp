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
#include "division.glsl"
#include "steps.glsl"
#include "indices.glsl"

// 1: the indices of a step lie in one 16-byte word, or 8-byte pair.
layout(constant_id = 5) const int INDEX_STEPS = 0;
// Units, a power of two: where the gathered dim is the last but one, the output is written strip by strip, so many columns of
// all rows of a batch before the next ones, so that what they come from stays in a cache. 0: in its own order.
layout(constant_id = 10) const int STRIP = 0;

// Rows, and strips, of a batch.
const int ROWS = DIMS_END;
const int ROWS_MULTIPLIER = ROWS + 1;
const int STRIPS = ROWS + 2;
const int STRIPS_MULTIPLIER = ROWS + 3;
const int STRIP_SHIFTS = ROWS + 4;
// Parts of rows that lie in one strip, of all batches.
const int PARTS = ROWS + 5;
// Steps that always lie in one strip.
const uint TOGETHER = 8u;

const uint NO_STEP = 0x7fffffffu / uint(STEP);

// The step at a place in the order of strips; none where a strip's part of a row has fewer steps than others. Steps that lie
// together are in the strip in which the first unit of theirs would be, were the head part of the output; behind all others come
// those that the head has pushed out of it.
uint strippedStep(uint place) {
  const uint unitsTogether = TOGETHER * uint(STEP);
  uint part = place / uint(STRIP / STEP);
  if (part > p[PARTS]) {
    return NO_STEP;
  }
  uint strips = quotient(part, p[ROWS], p[ROWS_MULTIPLIER], p[STRIP_SHIFTS] & 31u);
  uint batch = quotient(strips, p[STRIPS], p[STRIPS_MULTIPLIER], (p[STRIP_SHIFTS] >> 8) & 31u);
  uint row = part - strips * p[ROWS] + batch * p[ROWS];
  uint column = (strips - batch * p[STRIPS]) * uint(STRIP);
  uint width = size(RANK - 1);
  uint from = row * width + column;
  uint to = from + min(uint(STRIP), width - column);
  uint first = (from + unitsTogether - 1u) / unitsTogether * TOGETHER;
  uint step = first + place % uint(STRIP / STEP);
  return step / TOGETHER * unitsTogether < to ? step : NO_STEP;
}

// The i-th step that this invocation writes, and its first unit.
uint ownStep(int i) {
  if (STRIP == 0) {
    return ownWord() + uint(APART * i);
  }
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  return strippedStep((group * uint(WORDS) + uint(i)) * 256u + gl_LocalInvocationID.x);
}

int ownFirst(int i) { return int(ownStep(i)) * STEP - int(p[HEAD]); }

bool ownsWholeSteps() {
  if (STRIP == 0) {
    return ownsWhole(ownFirst(0), STEP);
  }
  bool whole = true;
  [[unroll]] for (int i = 0; i < WORDS; i++) {
    whole = whole && ownFirst(i) >= 0 && ownFirst(i) <= int(p[COUNT]) - STEP;
  }
  return whole;
}

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
  uint width = RANK == 1 ? p[COUNT] : size(RANK - 1);
  if (ownsWholeSteps()) {
    uvec4 index[WORDS];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      index[i] = stepIndices(ownFirst(i));
    }
    uvec4 units[WORDS][4];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      int e = ownFirst(i);
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
      storeStep(ownStep(i), units[i], 0, STEP);
    }
    if (WHOLE == 1) {
      reportBad();
    }
    return;
  }
  for (int i = 0; i < WORDS; i++) {
    int e = ownFirst(i);
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
    storeStep(ownStep(i), units, from, to);
  }
}
