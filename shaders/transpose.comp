#version 450
// Writes a source whose contiguous dim is not the innermost one of the output, in tiles: each invocation loads a column of 32-bit
// words, turns it into output words, and shared memory brings these together to runs. Units of 1 to 8 bytes; any dim may be rotated.
#include "access.glsl"

layout(constant_id = 2) const int RANK = 2;
layout(constant_id = 3) const int ROTATED = -1;
// The output dim that is contiguous in the source.
layout(constant_id = 4) const int ACROSS = 0;
// 1: every row of the output begins at a 16-byte word.
layout(constant_id = 5) const int ALIGNED = 0;
// 1: the contiguous dim runs backwards; the stride in the push constants is forwards all the same.
layout(constant_id = 6) const int BACKWARDS = 0;

const int GROUPS = COUNT;
const int TILES_INNER = REST;
const int TILES_ACROSS = REST + 1;
const int ROTATION = REST + 2;
// So many tiles across are neighbours in time, which keeps both sides within few memory pages.
const int BAND = REST + 3;
const int SIZES = REST + 4;
const int STRIDES = SIZES + RANK;

// Units of the across dim in what an invocation loads at a time, and 32-bit words in it.
const int TOGETHER = UNIT_LOG2 >= 2 ? 1 : 4 >> UNIT_LOG2;
const int LOAD_WORDS = UNIT_LOG2 == 3 ? 2 : 1;
// The tile: ACROSS_UNITS rows of ROW_WORDS words, INNER units each, in shared memory.
const int ACROSS_UNITS = 32 * TOGETHER;
const int ROW_WORDS = 4096 / ACROSS_UNITS;
const int INNER = ROW_WORDS * 4 / UNIT;
const int BLOCKS = INNER / LANES;
// Tiles overlap by a word where rows begin anywhere.
const int STEP = ALIGNED == 1 ? INNER : INNER - LANES;
shared uint tile[4096];

uint size(int k) { return p[SIZES + k]; }

// Source bytes to coordinate c of dim k.
ADDRESS apart(uint c, int k) { return TIMES(c, STRIDES + k * ADDRESS_WORDS); }

uint turned(uint c, int k) {
  if (k != ROTATED) {
    return c;
  }
  uint r = p[ROTATION];
  return c >= r ? c - r : c + size(k) - r;
}

// Where a word of a tile row lies: no two invocations of a step meet in a bank.
int slot(int row, int word) {
  return row * ROW_WORDS + (word & ~31) + ((word + row / TOGETHER + (word >> 5)) & 31);
}

// Units of an output row: all dims after the across dim, which follow each other in the output.
uint rowUnits() {
  uint units = 1u;
  [[unroll]] for (int k = RANK - 1; k > ACROSS; k--) {
    units *= size(k);
  }
  return units;
}

// Source address of the tiled dims' origin in a batch: the dims before the across dim.
ADDRESS corner(uint batch) {
  ADDRESS a = ADDRESS_AT(SOURCE);
  [[unroll]] for (int k = ACROSS - 1; k >= 0; k--) {
    uint outer = k == 0 ? 0u : batch / size(k);
    a += apart(turned(batch - outer * size(k), k), k);
    batch = outer;
  }
  return a;
}

// Where an output row's unit j comes from, relative to the corner; it is advanced from unit to unit.
uint coordinates[RANK];

void locate(uint j) {
  [[unroll]] for (int k = RANK - 1; k > ACROSS; k--) {
    uint outer = k == ACROSS + 1 ? 0u : j / size(k);
    coordinates[k] = j - outer * size(k);
    j = outer;
  }
}

ADDRESS located() {
  ADDRESS a = 0;
  [[unroll]] for (int k = RANK - 1; k > ACROSS; k--) {
    a += apart(turned(coordinates[k], k), k);
  }
  return a;
}

void advance() {
  bool carry = true;
  [[unroll]] for (int k = RANK - 1; k > ACROSS; k--) {
    if (carry) {
      coordinates[k]++;
      carry = k > ACROSS + 1 && coordinates[k] == size(k);
      coordinates[k] = carry ? 0u : coordinates[k];
    }
  }
}

// Four words, the bytes of each being one row: word k of the result has byte k of each.
uvec4 transposeBytes(uvec4 v) {
  uvec4 even = (v & 0x00ff00ffu) | ((v.yxwz << 8) & 0xff00ff00u);
  uvec4 odd = ((v >> 8) & 0x00ff00ffu) | (v.yxwz & 0xff00ff00u);
  return uvec4(
      (even.x & 0xffffu) | (even.z << 16),
      (odd.x & 0xffffu) | (odd.z << 16),
      (even.x >> 16) | (even.z & 0xffff0000u),
      (odd.x >> 16) | (odd.z & 0xffff0000u));
}

// Blocks of LANES rows that an invocation loads.
const int OWN_BLOCKS = BLOCKS / 8;

// Loads LANES rows of some columns of a block.
void loadBlock(ADDRESS source, int j0, int k, int rowUnits, out uvec2 v[LANES], out uint shift[LANES]) {
  int units = min(TOGETHER, int(size(ACROSS)) - k);
  locate(uint(max(j0, 0)));
  [[unroll]] for (int i = 0; i < LANES; i++) {
    int j = j0 + i;
    v[i] = uvec2(0);
    shift[i] = 0u;
    if (j >= 0 && j < rowUnits && units > 0) {
      ADDRESS a = source + located() + ADDRESS(k) * ADDRESS(UNIT);
      advance();
      if (UNIT_LOG2 == 3) {
        v[i] = sourcePair(a);
      } else if (SOURCE_ALIGN >= 4) {
        v[i].x = sourceWord(a);
      } else {
        // The words of the first and the last byte that count; they are joined when all loads are under way.
        v[i] = uvec2(sourceWord(a), sourceWord(a + ADDRESS(units * UNIT - 1)));
        shift[i] = (uint(a) & 3u) * 8u;
      }
    }
  }
}

// Leaves what was loaded in shared memory as rows of the output.
void storeBlock(uvec2 v[LANES], uint shift[LANES], int row, int block) {
  if (SOURCE_ALIGN < 4) {
    [[unroll]] for (int i = 0; i < LANES; i++) {
      v[i].x = (v[i].x >> shift[i]) | ((v[i].y << 1) << (31u - shift[i]));
    }
  }
  if (UNIT_LOG2 == 0) {
    [[unroll]] for (int q = 0; q < 4; q++) {
      uvec4 t = transposeBytes(uvec4(v[(q * 4) % LANES].x, v[(q * 4 + 1) % LANES].x, v[(q * 4 + 2) % LANES].x, v[(q * 4 + 3) % LANES].x));
      [[unroll]] for (int n = 0; n < 4; n++) {
        tile[slot(row + n, block * 4 + q)] = t[n];
      }
    }
  } else if (UNIT_LOG2 == 1) {
    [[unroll]] for (int q = 0; q < 4; q++) {
      uint a = v[(q * 2) % LANES].x;
      uint b = v[(q * 2 + 1) % LANES].x;
      tile[slot(row, block * 4 + q)] = (a & 0xffffu) | (b << 16);
      tile[slot(row + 1, block * 4 + q)] = (a >> 16) | (b & 0xffff0000u);
    }
  } else if (UNIT_LOG2 == 2) {
    [[unroll]] for (int q = 0; q < 4; q++) {
      tile[slot(row, block * 4 + q)] = v[q % LANES].x;
    }
  } else {
    [[unroll]] for (int q = 0; q < 4; q++) {
      tile[slot(row, block * 4 + q)] = v[(q / 2) % LANES][q & 1];
    }
  }
}

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (group >= p[GROUPS]) {
    return;
  }
  uint tiles = p[TILES_INNER] * p[TILES_ACROSS];
  uint batch = group / tiles;
  uint t = group - batch * tiles;
  uint band = t / (p[BAND] * p[TILES_INNER]);
  t -= band * p[BAND] * p[TILES_INNER];
  uint bandWidth = min(p[BAND], p[TILES_ACROSS] - band * p[BAND]);
  int inner0 = int(t / bandWidth) * STEP - (ALIGNED == 1 ? 0 : LANES);
  int across0 = int(band * p[BAND] + t % bandWidth) * ACROSS_UNITS;
  int rowUnits = int(rowUnits());
  uint unit = batch * size(ACROSS) * uint(rowUnits);
  ADDRESS source = corner(batch);

  // All loads first, so that they are under way together.
  int row0 = (int(gl_LocalInvocationID.x) & 31) * TOGETHER;
  int block0 = int(gl_LocalInvocationID.x) / 32;
  uvec2 v[OWN_BLOCKS][LANES];
  uint shift[OWN_BLOCKS][LANES];
  [[unroll]] for (int b = 0; b < OWN_BLOCKS; b++) {
    loadBlock(source, inner0 + (block0 + 8 * b) * LANES, across0 + row0, rowUnits, v[b], shift[b]);
  }
  [[unroll]] for (int b = 0; b < OWN_BLOCKS; b++) {
    storeBlock(v[b], shift[b], row0, block0 + 8 * b);
  }
  barrier();

  const int ROWS_PER_STEP = 256 / BLOCKS;
  [[unroll]] for (int r = 0; r < ACROSS_UNITS; r += ROWS_PER_STEP) {
    int q = r + int(gl_LocalInvocationID.x) / BLOCKS;
    int block = int(gl_LocalInvocationID.x) % BLOCKS;
    // Invocations of a step take rows that lie apart, so that their banks differ.
    int row = q;
    if (UNIT_LOG2 == 0) {
      row = (q & 3) * 4 + ((q >> 2) & 3) + (q >> 4) * 16;
    } else if (UNIT_LOG2 == 1) {
      row = (q & 1) * 4 + ((q >> 1) & 3) + (q >> 3) * 8;
    }
    int k = across0 + row;
    if (k >= int(size(ACROSS))) {
      continue;
    }
    uint outRow = BACKWARDS == 1 ? size(ACROSS) - 1u - uint(k) : uint(k);
    if (ROTATED == ACROSS) {
      // The source is read as it lies; its rotation falls to the rows of the output.
      outRow += p[ROTATION];
      outRow = outRow >= size(ACROSS) ? outRow - size(ACROSS) : outRow;
    }
    uint start = p[HEAD] + unit + outRow * uint(rowUnits);
    if (ALIGNED == 1) {
      int j = inner0 + block * LANES;
      if (j < rowUnits) {
        DESTINATION_QUAD((start + uint(j)) / LANES) = uvec4(
            tile[slot(row, block * 4)], tile[slot(row, block * 4 + 1)],
            tile[slot(row, block * 4 + 2)], tile[slot(row, block * 4 + 3)]);
      }
      continue;
    }
    // The output word begins up to a word before the block; the tile has that word too.
    int early = int((start + uint(inner0 + LANES)) & uint(LANES - 1));
    int inTile = (block + 1) * LANES - early;
    int j = inner0 + inTile;
    int from = max(0, -j);
    int to = min(LANES, rowUnits - j);
    if (block == BLOCKS - 1 || from >= to) {
      continue;
    }
    int w = inTile * UNIT / 4;
    uvec4 v = uvec4(tile[slot(row, w)], tile[slot(row, w + 1)], tile[slot(row, w + 2)], tile[slot(row, w + 3)]);
    uint bits = uint(inTile * UNIT & 3) * 8u;
    if (UNIT < 4 && bits != 0u) {
      v = (v >> bits) | (uvec4(v.yzw, tile[slot(row, w + 4)]) << (32u - bits));
    }
    storeLanes(uint(int(start) + j) / LANES, v, from, to);
  }
}
