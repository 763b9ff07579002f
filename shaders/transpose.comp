#version 450
// Transposes in tiles, where every row of the output begins at a 16-byte word.
#include "access.glsl"
const int OVERLAP = 0;
#include "tiles.glsl"

shared uvec4 ring[TILES * RUN * PART * AT_ONCE];

// No two invocations of a step meet in a bank.
int slot(int row, int block) { return row * (PART * AT_ONCE) + (block + row) % (PART * AT_ONCE); }

void put(int row, int block, uvec4 word) { ring[slot(row, block)] = word; }

void store(int row, int block, int own, uint start, int inner0, int skipped, int rowUnits) {
  uint word = start / LANES + uint(own);
  [[unroll]] for (int b = 0; b < PART; b += SEGMENT) {
    if (inner0 + (own + b) * LANES < rowUnits) {
      DESTINATION_QUAD(word + uint(b)) = ring[slot(row, block + own + b)];
    }
  }
}

void putPlace(int j, uvec2 place) { ring[j].xy = place; }

uvec2 place(int j) { return ring[j].xy; }
