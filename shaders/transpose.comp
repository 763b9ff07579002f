#version 450
// Writes a source whose contiguous dim is not the innermost one of the output, in tiles. Units of 1 to 8 bytes; any dim may be rotated.
// Each invocation loads a column of 32-bit words, or of 8-byte units, and turns it into output words; shared memory brings these together
// to runs, a part of the tile at a time: the less of it a workgroup takes, the more workgroups run at a time.
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

// Invocations side by side along a source row, and units of the across dim that each of them loads.
layout(constant_id = 10) const int RUN = 32;
const int TOGETHER = UNIT_LOG2 >= 2 ? 1 : 4 >> UNIT_LOG2;
// A block is LANES source rows: 16 bytes of an output row. The tile has WORDS segments of SEGMENT blocks.
const int SEGMENT = 256 / RUN;
const int ACROSS_UNITS = RUN * TOGETHER;
const int INNER = SEGMENT * WORDS * LANES;
// Where rows begin anywhere, a row's part of a tile begins at a memory sector, up to one into the tile: tiles overlap by a sector.
const int SECTOR = ALIGNED == 1 ? 0 : 32 >> UNIT_LOG2;
// A phase exchanges a segment of every TOGETHERth row. So many have room in shared memory, and two at least, since unaligned words
// begin in the phase before.
layout(constant_id = 11) const int AT_ONCE = 1;
const int PHASES = WORDS * TOGETHER;
const int RING = SEGMENT * (AT_ONCE > 2 ? AT_ONCE : 2);
shared uvec4 ring[RUN * RING];

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

// Where a block of a row lies: no two invocations of a step meet in a bank.
int slot(int row, int block) { return row * RING + ((block + row) & (RING - 1)); }

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

// Where unit j of an output row comes from, relative to the corner.
ADDRESS located(uint j) {
  ADDRESS a = 0;
  [[unroll]] for (int k = RANK - 1; k > ACROSS; k--) {
    uint outer = k == ACROSS + 1 ? 0u : j / size(k);
    a += apart(turned(j - outer * size(k), k), k);
    j = outer;
  }
  return a;
}

// Whether it takes divisions to locate a unit: then each is located once for the workgroup, in the memory that the words need later.
const bool LISTED = RANK - 1 > ACROSS + 1;

void list(int inner0, int rowUnits) {
  [[unroll]] for (int i = 0; i < INNER; i += 256) {
    int inTile = i + int(gl_LocalInvocationID.x);
    if (inTile < INNER) {
      ADDRESS a = located(uint(clamp(inner0 + inTile, 0, rowUnits - 1)));
      ring[inTile].x = uint(a);
#ifdef ADDRESSES
      ring[inTile].y = uint(a >> 32);
#endif
    }
  }
  barrier();
}

ADDRESS listed(int inTile) {
#ifdef ADDRESSES
  return uint64_t(ring[inTile].x) | uint64_t(ring[inTile].y) << 32;
#else
  return ring[inTile].x;
#endif
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

// What an invocation loads: LANES rows of its columns for each of its blocks.
uvec2 loaded[WORDS * LANES];
uint shift[WORDS * LANES];

// Loads from column k at the given address, block after block.
void load(ADDRESS column, int k, int block0, int inner0, int rowUnits) {
  int units = min(TOGETHER, int(size(ACROSS)) - k);
  [[unroll]] for (int n = 0; n < WORDS * LANES; n++) {
    int inTile = (block0 + n / LANES * SEGMENT) * LANES + n % LANES;
    int j = inner0 + inTile;
    loaded[n] = uvec2(0);
    shift[n] = 0u;
    if (j >= 0 && j < rowUnits && units > 0) {
      ADDRESS a = column + (LISTED ? listed(inTile) : located(uint(j)));
      if (UNIT_LOG2 == 3) {
        loaded[n] = sourcePair(a);
      } else if (SOURCE_ALIGN >= 4) {
        loaded[n].x = sourceWord(a);
      } else {
        // The words of the first and the last byte that count; they are joined when all loads are under way.
        loaded[n] = uvec2(sourceWord(a), sourceWord(a + ADDRESS(units * UNIT - 1)));
        shift[n] = (uint(a) & 3u) * 8u;
      }
    }
  }
  if (SOURCE_ALIGN < 4) {
    [[unroll]] for (int n = 0; n < WORDS * LANES; n++) {
      loaded[n].x = (loaded[n].x >> shift[n]) | ((loaded[n].y << 1) << (31u - shift[n]));
    }
  }
}

// Output words, by phases: of the first row all blocks, of the second row all blocks, ..
uvec4 words[PHASES];

uvec2 at(int n) { return loaded[n & (WORDS * LANES - 1)]; }

void keep(int row, int b, uvec4 word) { words[(row * WORDS + b) & (PHASES - 1)] = word; }

// The output words of what was loaded for a block: one of each row.
void turn(int b) {
  int n = b * LANES;
  if (UNIT_LOG2 == 0) {
    uvec4 q[4];
    [[unroll]] for (int i = 0; i < 4; i++) {
      int m = n + 4 * i;
      q[i] = transposeBytes(uvec4(at(m).x, at(m + 1).x, at(m + 2).x, at(m + 3).x));
    }
    [[unroll]] for (int row = 0; row < 4; row++) {
      keep(row, b, uvec4(q[0][row], q[1][row], q[2][row], q[3][row]));
    }
  } else if (UNIT_LOG2 == 1) {
    uvec4 even = uvec4(at(n).x, at(n + 2).x, at(n + 4).x, at(n + 6).x);
    uvec4 odd = uvec4(at(n + 1).x, at(n + 3).x, at(n + 5).x, at(n + 7).x);
    keep(0, b, (even & 0xffffu) | (odd << 16));
    keep(1, b, (even >> 16) | (odd & 0xffff0000u));
  } else if (UNIT_LOG2 == 2) {
    keep(0, b, uvec4(at(n).x, at(n + 1).x, at(n + 2).x, at(n + 3).x));
  } else {
    keep(0, b, uvec4(at(n), at(n + 1)));
  }
}

// The output word that begins at unit u of a row in the ring.
uvec4 taken(int row, int u) {
  uvec4 low = ring[slot(row, u >> (4 - UNIT_LOG2))];
  if (ALIGNED == 1) {
    return low;
  }
  uvec4 high = ring[slot(row, (u >> (4 - UNIT_LOG2)) + 1)];
  return joined(low, high, uint(u << UNIT_LOG2) & 15u, UNIT_LOG2 >= 2 ? 4 : 1);
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
  int inner0 = int(t / bandWidth) * (INNER - SECTOR) - SECTOR;
  int across0 = int(band * p[BAND] + t % bandWidth) * ACROSS_UNITS;
  int rowUnits = int(rowUnits());
  uint unit = batch * size(ACROSS) * uint(rowUnits);
  int id = int(gl_LocalInvocationID.x);

  if (LISTED) {
    list(inner0, rowUnits);
  }
  int column = across0 + id % RUN * TOGETHER;
  load(corner(batch) + ADDRESS(column * UNIT), column, id / RUN, inner0, rowUnits);
  [[unroll]] for (int b = 0; b < WORDS; b++) {
    turn(b);
  }

  [[unroll]] for (int first = 0; first < PHASES; first += AT_ONCE) {
    if (LISTED || first > 0) {
      barrier();
    }
    [[unroll]] for (int phase = first; phase < first + AT_ONCE; phase++) {
      ring[slot(id % RUN, phase * SEGMENT + id / RUN)] = words[phase];
    }
    barrier();
    [[unroll]] for (int phase = first; phase < first + AT_ONCE; phase++) {
      int row = id / SEGMENT;
      int k = across0 + row * TOGETHER + phase / WORDS;
      uint outRow = BACKWARDS == 1 ? size(ACROSS) - 1u - uint(k) : uint(k);
      if (ROTATED == ACROSS) {
        // The source is read as it lies; its rotation falls to the rows of the output.
        outRow += p[ROTATION];
        outRow = outRow >= size(ACROSS) ? outRow - size(ACROSS) : outRow;
      }
      uint start = p[HEAD] + unit + outRow * uint(rowUnits);
      int early = ALIGNED == 1 ? 0 : int((start + uint(inner0 + SECTOR)) & uint(SECTOR - 1));
      int inTile = (phase % WORDS * SEGMENT + id % SEGMENT) * LANES - early;
      int j = inner0 + inTile;
      int from = max(0, -j);
      int to = min(LANES, rowUnits - j);
      // What comes before a row's first sector in the tile is the business of the tile before.
      if (k < int(size(ACROSS)) && inTile + early >= SECTOR && from < to) {
        uvec4 v = taken(row, phase / WORDS * INNER + inTile);
        if (ALIGNED == 1) {
          DESTINATION_QUAD((start + uint(j)) / LANES) = v;
        } else {
          storeLanes(uint(int(start) + j) / LANES, v, from, to);
        }
      }
    }
  }
}
