// A source whose contiguous dim is not the innermost one of the output, in tiles. Units of 1 to 8 bytes; any dim may be rotated.
// Each invocation loads a column of 32-bit words, or of 8-byte units, and turns it into output words; shared memory brings these together
// to runs, a part of the tile at a time: the less of it a workgroup takes, the more workgroups run at a time.

#include "bytes.glsl"

layout(constant_id = 2) const int RANK = 2;
layout(constant_id = 3) const int ROTATED = -1;
// The output dim that is contiguous in the source.
layout(constant_id = 4) const int ACROSS = 0;
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
const int ACROSS_UNITS = RUN * TOGETHER;
// A block is LANES source rows: 16 bytes of an output row. A tile has WORDS segments of SEGMENT blocks.
layout(constant_id = 12) const int SEGMENT = 8;
const int INNER = SEGMENT * WORDS * LANES;
// Invocations of a tile, and tiles of a workgroup.
const int TILE = RUN * SEGMENT;
const int TILES = 256 / TILE;
// So many of the TOGETHER rows of an invocation go through shared memory at a time, each PART blocks.
layout(constant_id = 11) const int AT_ONCE = 1;
const int PART = SEGMENT * WORDS;

// What the kernels do each in their way: put a block of a row, all rows of all tiles counted, into shared memory; store from there
// every SEGMENTth word from word `own` on of the part of a row that begins with a block. The part begins with unit inner0 of the row,
// which is unit `start` of the output. A tile that is not the first along a row begins OVERLAP units early.
void put(int row, int block, uvec4 word);
void store(int row, int block, int own, uint start, int inner0, int skipped, int rowUnits);

// Two words of shared memory for each of INNER source rows.
void putPlace(int j, uvec2 place);
uvec2 place(int j);

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

// Units of an output row: all dims after the across dim, which follow each other in the output.
uint rowUnits() {
  uint units = 1u;
  [[unroll]] for (int k = RANK - 1; k > ACROSS; k--) {
    units *= size(k);
  }
  return units;
}

uint quotient(uint n, int k) { return n / size(k); }

#include "across.glsl"

// Where it takes divisions to locate a unit, each is located once for the workgroup, in memory that the words need later.
const bool LISTED = RANK - 1 > ACROSS + 1;

void list(int inner0, int rowUnits) {
  [[unroll]] for (int i = 0; i < INNER; i += 256) {
    int inTile = i + int(gl_LocalInvocationID.x);
    if (inTile < INNER) {
      ADDRESS a = located(uint(clamp(inner0 + inTile, 0, rowUnits - 1)));
#ifdef ADDRESSES
      putPlace(inTile, unpackUint2x32(a));
#else
      putPlace(inTile, uvec2(a, 0u));
#endif
    }
  }
  barrier();
}

ADDRESS listed(int inTile) {
#ifdef ADDRESSES
  return packUint2x32(place(inTile));
#else
  return place(inTile).x;
#endif
}

// Four bytes from so many bits into the lower of two words.
uint joined(uint low, uint high, uint bits) {
#ifdef ADDRESSES
  return uint(packUint2x32(uvec2(low, high)) >> bits);
#else
  return (low >> bits) | ((high << 1) << (31u - bits));
#endif
}

// What an invocation loads: LANES rows of its columns for each of its blocks.
uvec2 loaded[WORDS * LANES];
uint shift[WORDS * LANES];

int inTile(int block0, int n) { return (block0 + n / LANES * SEGMENT) * LANES + n % LANES; }

// Loads from column k at the given address, block after block.
void load(ADDRESS column, int k, int block0, int inner0, int rowUnits) {
  int units = min(TOGETHER, int(size(ACROSS)) - k);
  [[unroll]] for (int n = 0; n < WORDS * LANES; n++) {
    int j = inner0 + inTile(block0, n);
    loaded[n] = uvec2(0);
    shift[n] = 0u;
    if (j >= 0 && j < rowUnits && units > 0) {
      ADDRESS a = column + (LISTED ? listed(inTile(block0, n)) : located(uint(j)));
      if (UNIT_LOG2 == 3) {
        loaded[n] = sourcePair(a);
      } else if (SOURCE_ALIGN >= 4) {
        loaded[n].x = sourceWord(a);
      } else {
        // The words of the first and the last byte that count.
        loaded[n] = uvec2(sourceWord(a), sourceWord(a + ADDRESS(units * UNIT - 1)));
        shift[n] = (uint(a) & 3u) * 8u;
      }
    }
  }
}

// The same for tiles that are filled, and followed by a word in every row.
void loadInside(ADDRESS column, int block0, int inner0) {
  const bool even = !LISTED && ROTATED != RANK - 1;
  if (even) {
    column += apart(uint(inner0 + block0 * LANES), RANK - 1);
  }
  [[unroll]] for (int n = 0; n < WORDS * LANES; n++) {
    ADDRESS a = column;
    if (even) {
      a += apart(uint(inTile(0, n)), RANK - 1);
    } else {
      a += LISTED ? listed(inTile(block0, n)) : located(uint(inner0 + inTile(block0, n)));
    }
    if (UNIT_LOG2 == 3) {
      loaded[n] = sourcePair(a);
    } else if (SOURCE_ALIGN >= 4) {
      loaded[n].x = sourceWord(a);
    } else {
      loaded[n] = uvec2(sourceWord(a), sourceWord(a + ADDRESS(4)));
      shift[n] = (uint(a) & 3u) * 8u;
    }
  }
}

// Output words, of the first row all blocks, of the second row all blocks, ..
uvec4 words[WORDS * TOGETHER];

uvec2 at(int n) { return loaded[min(n, WORDS * LANES - 1)]; }

void keep(int row, int b, uvec4 word) { words[min(row, TOGETHER - 1) * WORDS + b] = word; }

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

// The row of the output that coordinate k of the across dim belongs to.
uint outputRow(uint k) {
  uint row = BACKWARDS == 1 ? size(ACROSS) - 1u - k : k;
  if (ROTATED == ACROSS) {
    // The source is read as it lies; its rotation falls to the rows of the output.
    row += p[ROTATION];
    row = row >= size(ACROSS) ? row - size(ACROSS) : row;
  }
  return row;
}

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  if (group * uint(TILES) >= p[GROUPS]) {
    return;
  }
  int id = int(gl_LocalInvocationID.x) % TILE;
  int inGroup = int(gl_LocalInvocationID.x) / TILE;
  uint tile = group * uint(TILES) + (TILES == 1 ? 0u : uint(inGroup));
  bool isIdle = inGroup >= TILES || tile >= p[GROUPS];
  uint tiles = p[TILES_INNER] * p[TILES_ACROSS];
  uint batch = tile / tiles;
  uint t = tile - batch * tiles;
  uint band = t / (p[BAND] * p[TILES_INNER]);
  t -= band * p[BAND] * p[TILES_INNER];
  uint bandWidth = min(p[BAND], p[TILES_ACROSS] - band * p[BAND]);
  int skipped = p[TILES_INNER] == 1u ? 0 : OVERLAP;
  int inner0 = int(t / bandWidth) * (INNER - OVERLAP) - skipped;
  int across0 = isIdle ? int(size(ACROSS)) : int(band * p[BAND] + t % bandWidth) * ACROSS_UNITS;
  int rowUnits = int(rowUnits());
  uint unit = batch * size(ACROSS) * uint(rowUnits);

  if (LISTED) {
    list(inner0, rowUnits);
  }
  int column = across0 + id % RUN * TOGETHER;
  ADDRESS a = corner(batch) + ADDRESS(column * UNIT);
  int spare = SOURCE_ALIGN < 4 && UNIT_LOG2 < 3 ? TOGETHER : 0;
  if (inner0 >= 0 && inner0 + INNER <= rowUnits && across0 + ACROSS_UNITS + spare <= int(size(ACROSS))) {
    loadInside(a, id / RUN, inner0);
  } else {
    load(a, column, id / RUN, inner0, rowUnits);
  }
  if (SOURCE_ALIGN < 4 && UNIT_LOG2 < 3) {
    [[unroll]] for (int n = 0; n < WORDS * LANES; n++) {
      loaded[n].x = joined(loaded[n].x, loaded[n].y, shift[n]);
    }
  }
  [[unroll]] for (int b = 0; b < WORDS; b++) {
    turn(b);
  }

  [[unroll]] for (int first = 0; first < TOGETHER; first += AT_ONCE) {
    if (LISTED || first > 0) {
      barrier();
    }
    if (!isIdle) {
      [[unroll]] for (int n = 0; n < AT_ONCE * WORDS; n++) {
        put(inGroup * RUN + id % RUN, n * SEGMENT + id / RUN, words[first * WORDS + n]);
      }
    }
    barrier();
    [[unroll]] for (int part = 0; part < AT_ONCE; part++) {
      int row = id / SEGMENT;
      int k = across0 + row * TOGETHER + first + part;
      if (k < int(size(ACROSS))) {
        uint start = p[HEAD] + unit + outputRow(uint(k)) * uint(rowUnits) + uint(inner0);
        store(inGroup * RUN + row, part * PART, id % SEGMENT, start, inner0, skipped, rowUnits);
      }
    }
  }
}
