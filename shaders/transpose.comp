#version 450
// Writes a source whose contiguous dim is not the innermost one of the output: tiles of the two dims go through shared memory, so
// that both sides are touched in runs. Units of 1 to 8 bytes.
#include "access.glsl"

layout(constant_id = 2) const int RANK = 2;
// The output dim that is contiguous in the source.
layout(constant_id = 3) const int ACROSS = 0;
// 1: every row of the output begins at a 16-byte word.
layout(constant_id = 5) const int ALIGNED = 0;

const int GROUPS = COUNT;
const int TILES_INNER = REST;
const int TILES_ACROSS = REST + 1;
const int SIZES = REST + 2;
const int STRIDES = SIZES + RANK;

// A tile is INNER x ACROSS_UNITS output units; BLOCK units of the inner dim make one output word.
const int BLOCK = LANES;
const int INNER = UNIT_LOG2 == 0 ? 128 : 64;
const int WORDS = UNIT_LOG2 == 0 ? 32 : 64;
const int ACROSS_UNITS = WORDS * 4 / UNIT;
// Rows of the tile lie in shared memory one after the other, each moved on by a few words, so that neither loading nor
// storing meets the same bank twice.
const int BLOCKS = INNER / BLOCK;
const int SKEW = 32 / BLOCKS;
const int SLACK = ALIGNED == 1 ? 0 : BLOCK;
shared uint tile[(INNER + SLACK) * WORDS];

uint size(int k) { return p[SIZES + k]; }

ADDRESS stride(int k) { return ADDRESS_AT(STRIDES + k * ADDRESS_WORDS); }

int slot(int row, int word) {
  return row * WORDS + ((word + row + row / BLOCK * SKEW) & (WORDS - 1));
}

// A tile's corner: unit of the output at coordinate 0 of both tiled dims, and its source address.
void corner(uint batch, out uint unit, out ADDRESS source, out uint acrossUnits) {
  unit = 0;
  source = ADDRESS_AT(SOURCE);
  uint step = size(RANK - 1);
  [[unroll]] for (int k = RANK - 2; k >= 0; k--) {
    if (k == ACROSS) {
      acrossUnits = step;
    } else {
      uint outer = k == 0 || (k == 1 && ACROSS == 0) ? 0u : batch / size(k);
      uint c = batch - outer * size(k);
      unit += c * step;
      source += ADDRESS(c) * stride(k);
      batch = outer;
    }
    step *= size(k);
  }
}

void loadTile(ADDRESS source, int inner0, int across0) {
  const int QUADS = WORDS / 4;
  const int QUAD_UNITS = 16 / UNIT;
  for (int i = int(gl_LocalInvocationID.x); i < (INNER + SLACK) * QUADS; i += 256) {
    int row = i / QUADS;
    int quad = i % QUADS;
    int j = inner0 - SLACK + row;
    int k = across0 + quad * QUAD_UNITS;
    if (j < 0 || j >= int(size(RANK - 1)) || k >= int(size(ACROSS))) {
      continue;
    }
    ADDRESS a = source + ADDRESS(j) * stride(RANK - 1) + ADDRESS(k * UNIT);
    uvec4 v = uvec4(0);
    if (k + QUAD_UNITS <= int(size(ACROSS))) {
      v = load16(a);
    } else {
      [[unroll]] for (int lane = 0; lane < QUAD_UNITS; lane++) {
        if (k + lane < int(size(ACROSS))) {
          putUnit(v, lane, loadUnit(a + ADDRESS(lane * UNIT)));
        }
      }
    }
    [[unroll]] for (int w = 0; w < 4; w++) {
      tile[slot(row, quad * 4 + w)] = v[w];
    }
  }
}

// The unit of a tile row at a distance across, in the low bits.
uvec4 tileUnit(int row, int across) {
  if (UNIT_LOG2 == 3) {
    return uvec4(tile[slot(row, across * 2)], tile[slot(row, across * 2 + 1)], 0, 0);
  }
  uint w = tile[slot(row, across * UNIT / 4)];
  if (UNIT_LOG2 == 0) {
    w = (w >> ((across & 3) * 8)) & 0xffu;
  } else if (UNIT_LOG2 == 1) {
    w = (w >> ((across & 1) * 16)) & 0xffffu;
  }
  return uvec4(w, 0, 0, 0);
}

// Four words, the bytes of each being one row: word k of the result has byte k of each.
uvec4 transposeBytes(uvec4 v) {
  uvec4 low = (v & 0x00ff00ffu) | ((v.yxwz << 8) & 0xff00ff00u);
  uvec4 high = ((v >> 8) & 0x00ff00ffu) | (v.yxwz & 0xff00ff00u);
  // low.x: rows 0 1, columns 0 and 2; low.z: rows 2 3 of the same; high: columns 1 and 3.
  return uvec4(
      (low.x & 0xffffu) | (low.z << 16),
      (high.x & 0xffffu) | (high.z << 16),
      (low.x >> 16) | (low.z & 0xffff0000u),
      (high.x >> 16) | (high.z & 0xffff0000u));
}

// Stores the whole output words of an aligned tile; bytes and halves of up to four rows at a time.
void storeAligned(uint unit, uint acrossUnits, int inner0, int across0) {
  const int TOGETHER = UNIT_LOG2 >= 2 ? 1 : 4 / UNIT;
  for (int i = int(gl_LocalInvocationID.x); i < BLOCKS * (ACROSS_UNITS / TOGETHER); i += 256) {
    int block = i % BLOCKS;
    int across = i / BLOCKS * TOGETHER;
    int j = inner0 + block * BLOCK;
    if (j >= int(size(RANK - 1)) || across0 + across >= int(size(ACROSS))) {
      continue;
    }
    uint word = (p[HEAD] + unit + uint(across0 + across) * acrossUnits + uint(j)) / BLOCK;
    uint wordStep = acrossUnits / BLOCK;
    int left = int(size(ACROSS)) - across0 - across;
    if (UNIT_LOG2 == 0) {
      uvec4 rows[4];
      [[unroll]] for (int q = 0; q < 4; q++) {
        rows[q] = transposeBytes(uvec4(
            tile[slot(block * 16 + q * 4, across / 4)],
            tile[slot(block * 16 + q * 4 + 1, across / 4)],
            tile[slot(block * 16 + q * 4 + 2, across / 4)],
            tile[slot(block * 16 + q * 4 + 3, across / 4)]));
      }
      [[unroll]] for (int k = 0; k < 4; k++) {
        if (k < left) {
          DESTINATION_QUAD(word + uint(k) * wordStep) = uvec4(rows[0][k], rows[1][k], rows[2][k], rows[3][k]);
        }
      }
    } else if (UNIT_LOG2 == 1) {
      uvec4 first;
      uvec4 second;
      [[unroll]] for (int q = 0; q < 4; q++) {
        uint a = tile[slot(block * 8 + q * 2, across / 2)];
        uint b = tile[slot(block * 8 + q * 2 + 1, across / 2)];
        first[q] = (a & 0xffffu) | (b << 16);
        second[q] = (a >> 16) | (b & 0xffff0000u);
      }
      DESTINATION_QUAD(word) = first;
      if (left > 1) {
        DESTINATION_QUAD(word + wordStep) = second;
      }
    } else {
      uvec4 v = uvec4(0);
      [[unroll]] for (int lane = 0; lane < BLOCK; lane++) {
        putUnit(v, lane, tileUnit(block * BLOCK + lane, across));
      }
      DESTINATION_QUAD(word) = v;
    }
  }
}

// Each row of the output has its own place within the 16-byte words: a row's part of the tile begins up to a word earlier.
void storeAnywhere(uint unit, uint acrossUnits, int inner0, int across0) {
  for (int i = int(gl_LocalInvocationID.x); i < BLOCKS * ACROSS_UNITS; i += 256) {
    int block = i % BLOCKS;
    int across = i / BLOCKS;
    if (across0 + across >= int(size(ACROSS))) {
      continue;
    }
    uint row = p[HEAD] + unit + uint(across0 + across) * acrossUnits;
    int early = int((row + uint(inner0)) & uint(BLOCK - 1));
    int j = inner0 - early + block * BLOCK;
    int from = max(0, -j);
    int to = min(BLOCK, int(size(RANK - 1)) - j);
    if (from >= to) {
      continue;
    }
    uvec4 v = uvec4(0);
    [[unroll]] for (int lane = 0; lane < BLOCK; lane++) {
      putUnit(v, lane, tileUnit(j + lane - inner0 + SLACK, across));
    }
    storeLanes(uint(int(row) + j) / BLOCK, v, from, to);
  }
}

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (group >= p[GROUPS]) {
    return;
  }
  uint rest = group / p[TILES_INNER];
  int inner0 = int(group - rest * p[TILES_INNER]) * INNER;
  uint batch = rest / p[TILES_ACROSS];
  int across0 = int(rest - batch * p[TILES_ACROSS]) * ACROSS_UNITS;
  uint unit;
  uint acrossUnits = 0;
  ADDRESS source;
  corner(batch, unit, source, acrossUnits);
  loadTile(source, inner0, across0);
  barrier();
  if (ALIGNED == 1) {
    storeAligned(unit, acrossUnits, inner0, across0);
  } else {
    storeAnywhere(unit, acrossUnits, inner0, across0);
  }
}
