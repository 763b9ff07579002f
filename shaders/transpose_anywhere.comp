#version 450
// Transposes in tiles, where rows of the output begin anywhere. A row's part of a tile then begins at a memory sector, up to one before
// or into the tile: tiles side by side along a row overlap by a sector.
#include "access.glsl"
const int OVERLAP = 32 >> UNIT_LOG2;
#include "tiles.glsl"

// 32-bit words between rows: an odd number, so that invocations do not meet in a bank. What is read of a row may begin a sector before it.
const int PITCH = PART * AT_ONCE * 4 + 1;
const int LEAD = 8;
shared uint ring[LEAD + TILES * RUN * PITCH + 4];

void put(int row, int block, uvec4 word) {
  [[unroll]] for (int w = 0; w < 4; w++) {
    ring[LEAD + row * PITCH + block * 4 + w] = word[w];
  }
}

// 16 bytes from byte b of the shared memory.
uvec4 taken(int b) {
  int w = b >> 2;
  uvec4 v = uvec4(ring[w], ring[w + 1], ring[w + 2], ring[w + 3]);
  if (UNIT_LOG2 >= 2) {
    return v;
  }
  uint bits = uint(b & 3) * 8u;
  uint next = ring[w + 4];
  return uvec4(joined(v.x, v.y, bits), joined(v.y, v.z, bits), joined(v.z, v.w, bits), joined(v.w, next, bits));
}

void store(int row, int block, int own, uint start, int inner0, int skipped, int rowUnits) {
  int early = int(start) & (OVERLAP - 1);
  int word = (int(start) - early) / LANES + own;
  int from = (LEAD + row * PITCH + (block + own) * 4) * 4 - early * UNIT;
  [[unroll]] for (int b = 0; b < PART; b += SEGMENT) {
    int inTile = (own + b) * LANES;
    int j = inner0 + inTile - early;
    int first = max(0, -j);
    int last = min(LANES, rowUnits - j);
    // What comes before a row's first sector in the tile is the business of the tile before.
    if (inTile >= skipped && first < last) {
      storeLanes(uint(word + b), taken(from + b * 16), first, last);
    }
  }
}

void putPlace(int j, uvec2 place) {
  ring[j * 2] = place.x;
  ring[j * 2 + 1] = place.y;
}

uvec2 place(int j) { return uvec2(ring[j * 2], ring[j * 2 + 1]); }
