#version 450
// Puts records of a few units together: unit k of every record comes from row k of the source. A workgroup stages the same part of
// every row in shared memory.
#include "access.glsl"
#include "records.glsl"

// 32-bit words between rows in shared memory.
const int PITCH = REST + 3;
// Source bytes between batches, and between rows.
const int BATCH_STRIDE = REST + 4;
const int ROW_STRIDE = BATCH_STRIDE + ADDRESS_WORDS;

// 16-byte words of a row's part that are loaded at a time, by as many invocations.
const uint ROW_QUADS = 256u / RECORD;
// Words of a row's part that are put together at a time, the output words that they become, and the records in all of them.
const uint ROW_WORDS = ROW_QUADS / uint(UNIT_PIECES) * uint(UNIT_PIECES);
const uint JOINED_WORDS = ROW_WORDS * RECORD;
const uint TOGETHER = ROW_WORDS * uint(OWN_WORDS) * 4u / uint(UNIT);
// Records before its own that a workgroup stages: where the output begins within a word, all words hold earlier units.
const uint EARLY = (uint(PIECES) - 2u + RECORD) / RECORD;
// Words around a row in shared memory that are overwritten when its neighbours are stored.
const int MARGIN = 3;

// Where a part's share of row k begins, from its first record that is staged on, and the 16-byte words from there that hold something.
ADDRESS sourceOf(uint batch, uint inBatch, uint k, out uint firstQuad, out uint lastQuad) {
  uint record0 = inBatch * TOGETHER;
  ADDRESS row = ADDRESS_AT(SOURCE) + ADDRESS(batch) * ADDRESS_AT(BATCH_STRIDE) + ADDRESS(record0) * ADDRESS(UNIT)
      - ADDRESS(EARLY * uint(UNIT)) + TIMES(k, ROW_STRIDE);
  uint skipped = uint(row) & 15u;
  uint missing = inBatch == 0u ? EARLY * uint(UNIT) : 0u;
  uint rowBytes = min(TOGETHER + EARLY, p[RECORDS] + EARLY - record0) * uint(UNIT);
  firstQuad = (skipped + missing) / 16u;
  lastQuad = (skipped + rowBytes - 1u) / 16u;
  return row;
}

// Each row is loaded in 16-byte words by its own subset of the invocations.
bool loads = gl_LocalInvocationID.x < ROW_QUADS * RECORD;
uint ownRow = loads ? gl_LocalInvocationID.x / ROW_QUADS : 0u;
uint ownQuad = gl_LocalInvocationID.x % ROW_QUADS;

void load(uint part) {
  uint batch = part / p[PARTS];
  uint firstQuad, lastQuad;
  ADDRESS row = sourceOf(batch, part - batch * p[PARTS], ownRow, firstQuad, lastQuad);
  row -= ADDRESS(uint(row) & 15u);
  [[unroll]] for (uint n = 0u; n < uint(LOADS); n++) {
    loaded[n] = sourceQuad(row + ADDRESS(clamp(ownQuad + n * ROW_QUADS, firstQuad, lastQuad) * 16u));
  }
}

void keep(uint part) {
  uint batch = part / p[PARTS];
  uint firstQuad, lastQuad;
  uint skipped = uint(sourceOf(batch, part - batch * p[PARTS], ownRow, firstQuad, lastQuad)) & 15u;
  uint to = uint(MARGIN) + ownRow * p[PITCH] + ownQuad * 4u - skipped / 4u;
  [[unroll]] for (uint n = 0u; n < uint(LOADS); n++) {
    if (loads && ownQuad + n * ROW_QUADS <= lastQuad) {
      stageQuad(to + n * ROW_QUADS * 4u, loaded[n]);
    }
  }
}

void write(uint part) {
  if (gl_LocalInvocationID.x >= JOINED_WORDS) {
    return;
  }
  uint batch = part / p[PARTS];
  uint inBatch = part - batch * p[PARTS];
  uint firstQuad, lastQuad;
  uint source = uint(sourceOf(batch, inBatch, 0u, firstQuad, lastQuad));
  uint start = (p[HEAD] + batch * p[RECORDS] * RECORD) * uint(UNIT_PIECES);
  int first = int(gl_LocalInvocationID.x) * PIECES - int(start % uint(PIECES));
  uint piece = uint(first) + EARLY * RECORD * uint(UNIT_PIECES);
  uint r = piece / (RECORD * uint(UNIT_PIECES));
  piece -= r * RECORD * uint(UNIT_PIECES);
  uint k = piece / uint(UNIT_PIECES);
  Places places;
  [[unroll]] for (int n = 0; n < PIECES; n++) {
    uint within = UNIT_LOG2 >= 2 ? 0u : (source + k * p[ROW_STRIDE]) & 3u;
    uint a = within + r * uint(UNIT) + piece % uint(UNIT_PIECES) * 4u;
    places.word[n] = uint(MARGIN) + k * p[PITCH] + (a >> 2);
    places.shift[n] = (a & 3u) * 8u;
    k++;
    bool ends = k == RECORD;
    r += ends ? 1u : 0u;
    k = ends ? 0u : k;
  }
  uint word = start / uint(PIECES) + inBatch * uint(OWN_WORDS) * JOINED_WORDS + gl_LocalInvocationID.x;
  first += int(inBatch * TOGETHER * RECORD) * UNIT_PIECES;
  storeWords(places, ROW_WORDS, word, JOINED_WORDS, first, int(p[RECORDS] * RECORD) * UNIT_PIECES);
}
