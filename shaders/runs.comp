#version 450
// Writes runs of a few units in another order than that of the source, where they lie one after the other along a dim that is not the
// innermost one of the output: transposes whose elements are runs. A workgroup stages a tile of runs in shared memory.
#include "access.glsl"
const int ROTATION = REST;
const int TILES_INNER = REST + 1;
const int TILES_ACROSS = REST + 2;
// Runs of an output row, which are all that come after the across dim, and of the across dim.
const int ROW_RUNS = REST + 3;
const int ACROSS_RUNS = REST + 4;
const int DIMS = REST + 5;
#include "dims.glsl"

// The dim along which runs follow each other in the source.
layout(constant_id = 5) const int ACROSS = 0;
// Units of a run.
layout(constant_id = 6) const int RUN = 1;
// Runs of a tile along the across dim, and along a row of the output.
layout(constant_id = 10) const int TILE_ACROSS = 1;
layout(constant_id = 11) const int TILE_INNER = 1;
// 32-bit words between source rows in shared memory.
layout(constant_id = 13) const int PITCH = 4;

#include "staged.glsl"

const int RUN_BYTES = RUN * UNIT;
const int RUN_PIECES = RUN * UNIT_PIECES;
// Source rows before a tile's own that are staged too: where its part of an output row begins within a word, that is completed.
const int EARLY = (PIECES - 2 + RUN_PIECES) / RUN_PIECES;
// 16-byte words of a source row's part, and how many of all rows an invocation loads.
const int ROW_QUADS = (TILE_ACROSS * RUN_BYTES + 15) / 16;
const int QUADS = (EARLY + TILE_INNER) * ROW_QUADS;
const int LOADS = (QUADS + 255) / 256;
// 32-bit words of an output row's part, wherever it begins. So many columns of words are written at a time, and so many rows: those
// that an invocation writes one after the other begin at the same byte of a word.
const int ROW_WORDS = (TILE_INNER * RUN_PIECES + 2 * (PIECES - 1)) / PIECES;
const int COLUMN_STEPS = (ROW_WORDS * PIECES + 255) / 256;
const int COLUMNS = (ROW_WORDS + COLUMN_STEPS - 1) / COLUMN_STEPS;
const int BESIDE = 256 / COLUMNS / PIECES * PIECES;

uint parts() { return p[COUNT]; }

#include "across.glsl"

struct Tile {
  uint batch;
  uint inner0;
  uint across0;
  // What there is of it.
  int sourceRows;
  int rows;
};

Tile tileOf(uint part) {
  uint outer = part / p[TILES_ACROSS];
  Tile t;
  t.batch = outer / p[TILES_INNER];
  t.inner0 = (outer - t.batch * p[TILES_INNER]) * uint(TILE_INNER);
  t.across0 = (part - outer * p[TILES_ACROSS]) * uint(TILE_ACROSS);
  t.sourceRows = int(min(uint(TILE_INNER), p[ROW_RUNS] - t.inner0));
  t.rows = int(min(uint(TILE_ACROSS), p[ACROSS_RUNS] - t.across0));
  return t;
}

uvec4 loaded[LOADS];

void load(uint part) {
  Tile t = tileOf(part);
  ADDRESS source = corner(t.batch) + ADDRESS(t.across0) * ADDRESS(RUN_BYTES);
  int rowBytes = t.rows * RUN_BYTES;
  [[unroll]] for (int n = 0; n < LOADS; n++) {
    int i = int(gl_LocalInvocationID.x) + n * 256;
    int row = clamp(int(t.inner0) + i / ROW_QUADS - EARLY, 0, int(t.inner0) + t.sourceRows - 1);
    int at = min(i % ROW_QUADS, (rowBytes - 1) / 16) * 16;
    loaded[n] = window(source + located(uint(row)) + ADDRESS(at), 0, min(16, rowBytes - at));
  }
}

void keep(uint part) {
  [[unroll]] for (int n = 0; n < LOADS; n++) {
    int i = int(gl_LocalInvocationID.x) + n * 256;
    if (i < QUADS) {
      stageQuad(uint(i / ROW_QUADS * PITCH + i % ROW_QUADS * 4), loaded[n]);
    }
  }
}

// The places of the word of a row that begins at piece `first` of a tile.
Places placesOf(int row, int first) {
  Places places;
  [[unroll]] for (int n = 0; n < PIECES; n++) {
    int piece = min(first + n, TILE_INNER * RUN_PIECES - 1) + EARLY * RUN_PIECES;
    int j = piece / RUN_PIECES;
    int a = row * RUN_BYTES + (piece - j * RUN_PIECES) * PIECE;
    places.word[n] = uint(j * PITCH + (a >> 2));
    places.shift[n] = uint(a & 3) * 8u;
  }
  return places;
}

void write(uint part) {
  int row = int(gl_LocalInvocationID.x) / COLUMNS;
  if (row >= BESIDE) {
    return;
  }
  Tile t = tileOf(part);
  int before = int(t.inner0) * RUN_PIECES;
  int rowPieces = int(p[ROW_RUNS]) * RUN_PIECES;
  uint start = p[HEAD] * uint(UNIT_PIECES) + (t.batch * p[ACROSS_RUNS] + t.across0 + uint(row)) * uint(rowPieces) + uint(before);
  int early = int(start) & (PIECES - 1);
  // A word that only the next tile completes is the business of that.
  int end = before + t.sourceRows * RUN_PIECES == rowPieces ? t.sourceRows * RUN_PIECES : TILE_INNER * RUN_PIECES - PIECES + 1;
  uint apart = uint(BESIDE * rowPieces / PIECES);
  [[unroll]] for (int c = 0; c < COLUMN_STEPS; c++) {
    int column = int(gl_LocalInvocationID.x) % COLUMNS + c * COLUMNS;
    int first = column * PIECES - early;
    Places places = placesOf(row, first);
    uint word = start / uint(PIECES) + uint(column);
    for (int i = 0; row + i * BESIDE < t.rows; i += WORDS) {
      joinWords(places, uint(BESIDE * RUN_BYTES / 4), uint(i));
      [[unroll]] for (int n = 0; n < WORDS; n++) {
        if (row + (i + n) * BESIDE < t.rows && first < end) {
          storePieces(word + uint(i + n) * apart, words[n], before + first, rowPieces);
        }
      }
    }
  }
}
