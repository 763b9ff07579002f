#version 450
// Takes units of 1 or 2 bytes from rows, the same places of every row, by a list of indices. A workgroup stages whole rows in shared memory: memory
// is read in order, and the index that picks a unit of one row picks those of others beside it.
#include "access.glsl"
#include "division.glsl"
#include "steps.glsl"
#include "bytes.glsl"

const int INDICES = REST;
const int REPORT_AT = INDICES + ADDRESS_WORDS;
const int LAST = REPORT_AT + ADDRESS_WORDS;
// Rows, and indices, which are the units of an output row.
const int ROWS = LAST + 1;
const int N = LAST + 2;
// Sets of rows that a workgroup stages.
const int SETS = LAST + 3;
// 16-byte pieces of a source row, and steps that have units of an output row, where the most have.
const int PIECES = LAST + 4;
const int PIECES_MULTIPLIER = LAST + 5;
const int STEPS = LAST + 6;
const int STEPS_MULTIPLIER = LAST + 7;
const int SHIFTS = LAST + 8;
// Bytes between source rows.
const int ROW_STRIDE = LAST + 9;
#include "indices.glsl"

// 1: the indices of a step lie in one 16-byte word.
layout(constant_id = 5) const int INDEX_STEPS = 0;

// Rows of a set: as many as have units in a 32-bit word of the stage. They are four rows apart, so that their steps begin alike.
const int SET = UNIT == 1 ? 4 : 2;
const uint BETWEEN = 4u;
// Pieces of each row of a set that an invocation loads at a time.
const int LOADS = 4 / SET;

// Sets one after the other; of each, units 0 to 3 of all pieces, then units 4 to 7, and so on.
shared uvec4 stage[1024];

uint firstRow(uint set) {
  uint s = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * p[SETS] + set;
  return s / BETWEEN * (BETWEEN * uint(SET)) + s % BETWEEN;
}

void load(uint first) {
  uint count = p[SETS] * p[PIECES];
  uint rowBytes = (p[LAST] + 1u) * uint(UNIT);
  uvec4 v[LOADS][SET];
  [[unroll]] for (int n = 0; n < LOADS; n++) {
    uint t = min(first + uint(n) * 256u, count - 1u);
    uint set = quotient(t, p[PIECES], p[PIECES_MULTIPLIER], p[SHIFTS] & 31u);
    uint byte = (t - set * p[PIECES]) * 16u;
    [[unroll]] for (int k = 0; k < SET; k++) {
      uint row = min(firstRow(set) + BETWEEN * uint(k), p[ROWS] - 1u);
      ADDRESS a = ADDRESS_AT(SOURCE) + TIMES(row, ROW_STRIDE) + ADDRESS(byte);
      v[n][k] = window(a, 0, int(min(16u, rowBytes - byte)));
    }
  }
  [[unroll]] for (int n = 0; n < LOADS; n++) {
    uint t = first + uint(n) * 256u;
    if (t >= count) {
      return;
    }
    uint set = quotient(t, p[PIECES], p[PIECES_MULTIPLIER], p[SHIFTS] & 31u);
    uint at = t + set * p[PIECES] * uint(SET - 1);
    [[unroll]] for (int k = 0; k < SET; k++) {
      uvec4 staged;
      if (SET == 4) {
        staged = transposeBytes(uvec4(v[n][0][k], v[n][1 % SET][k], v[n][2 % SET][k], v[n][3 % SET][k]));
      } else {
        uvec2 low = k == 0 ? v[n][0].xy : v[n][0].zw;
        uvec2 high = k == 0 ? v[n][1 % SET].xy : v[n][1 % SET].zw;
        uvec2 even = (low & 0xffffu) | high << 16;
        uvec2 odd = low >> 16 | (high & 0xffff0000u);
        staged = uvec4(even.x, odd.x, even.y, odd.y);
      }
      stage[at + uint(k) * p[PIECES]] = staged;
    }
  }
}

// A step of the rows of a set.
struct Step {
  uint set;
  uint row;
  // Of the first row: the step, and the index of its first unit, negative where it begins in the row before.
  uint number;
  int first;
};

Step stepAt(uint t) {
  Step it;
  it.set = quotient(t, p[STEPS], p[STEPS_MULTIPLIER], (p[SHIFTS] >> 8) & 31u);
  it.row = firstRow(it.set);
  uint step = t - it.set * p[STEPS];
  uint begin = it.row * p[N] + p[HEAD];
  it.number = begin / uint(STEP) + step;
  it.first = int(step) * STEP - int(begin % uint(STEP));
  return it;
}

uvec4 stepIndices(uint t) {
  int first = stepAt(t).first;
  if (INDEX_STEPS == 1) {
    return indexQuad(ADDRESS_AT(INDICES) + ADDRESS(first) * 4);
  }
  uvec4 index = uvec4(0);
  [[unroll]] for (int n = 0; n < STEP; n++) {
    index[n] = indexWord(ADDRESS_AT(INDICES) + ADDRESS(clamp(first + n, 0, int(p[N]) - 1)) * 4);
  }
  return index;
}

uint stageWord(uint set, uint column) {
  uint piece = column / uint(LANES) + (set * uint(SET) + column / 4u % uint(SET)) * p[PIECES];
  return stage[piece][column % 4u];
}

void take(uint t, uvec4 index) {
  Step it = stepAt(t);
  int from = max(0, -it.first);
  int to = min(STEP, int(p[N]) - it.first);
  uvec4 v;
  [[unroll]] for (int n = 0; n < STEP; n++) {
    uint column = checkedLater(uint(clamp(it.first + n, 0, int(p[N]) - 1)), index[n]);
    v[n] = stageWord(it.set, column);
  }
  if (from >= to) {
    return;
  }
  if (SET == 4) {
    v = transposeBytes(v);
  }
  [[unroll]] for (int k = 0; k < SET; k++) {
    uvec4 own = v;
    if (SET == 4) {
      own.x = v[k];
    } else {
      own.xy = k == 0 ? (v.xz & 0xffffu) | v.yw << 16 : v.xz >> 16 | (v.yw & 0xffff0000u);
    }
    if (it.row + BETWEEN * uint(k) < p[ROWS]) {
      storeStep(it.number + uint(k) * p[N], own, from, to);
    }
  }
}

void main() {
  uvec4 index[WORDS];
  uint count = p[SETS] * p[STEPS];
  [[unroll]] for (int i = 0; i < WORDS; i++) {
    index[i] = stepIndices(min(gl_LocalInvocationID.x + uint(i) * 256u, count - 1u));
  }
  for (uint first = 0u; first < p[SETS] * p[PIECES]; first += uint(LOADS) * 256u) {
    load(first + gl_LocalInvocationID.x);
  }
  barrier();
  for (uint first = 0u; first < count; first += uint(WORDS) * 256u) {
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      uint t = first + uint(i) * 256u + gl_LocalInvocationID.x;
      if (t < count) {
        take(t, index[i]);
      }
      index[i] = stepIndices(min(t + uint(WORDS) * 256u, count - 1u));
    }
  }
  reportBad();
}
