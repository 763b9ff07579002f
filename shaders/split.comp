#version 450
// Takes apart records of a few units that lie one after the other: unit k of every record becomes row k of the output. A workgroup
// stages a run of records in shared memory.
#include "access.glsl"
#include "records.glsl"

// The invocations of a workgroup write in 8 subsets, each a share of some rows: so many subsets share a row.
layout(constant_id = 3) const int SHARES = 1;

// Source bytes between batches.
const int BATCH_STRIDE = REST + 3;

// Words of a row that a workgroup writes, their records, and records before these that it stages: where a row begins within a word,
// all its words hold units of earlier records.
const int ROW_WORDS = SHARES * OWN_WORDS * 32;
const int TOGETHER = ROW_WORDS * 4 / UNIT;
const int EARLY = PIECES - 1;
// Rows between those that a subset writes. They begin at the same byte of a word, if there is more than one.
const int ROWS_APART = 8 / SHARES;
const uint RECORD_BYTES = RECORD * uint(UNIT);

// Where a word of the source lies in the stage: words that are a multiple of the record apart must not all meet in a bank.
uint slot(uint w) { return (RECORD & 3u) == 0u ? w + (w >> 5) : w; }

// Where a part's first record that is staged begins, and the 16-byte words from there that hold something.
ADDRESS sourceOf(uint batch, uint inBatch, out uint firstQuad, out uint lastQuad) {
  uint record0 = inBatch * uint(TOGETHER);
  ADDRESS source = ADDRESS_AT(SOURCE) + ADDRESS(batch) * ADDRESS_AT(BATCH_STRIDE) + ADDRESS(record0) * ADDRESS(RECORD_BYTES)
      - ADDRESS(uint(EARLY) * RECORD_BYTES);
  uint skipped = uint(source) & 15u;
  uint missing = inBatch == 0u ? uint(EARLY) : 0u;
  uint records = min(uint(TOGETHER + EARLY), p[RECORDS] + uint(EARLY) - record0);
  firstQuad = (skipped + missing * RECORD_BYTES) / 16u;
  lastQuad = (skipped + records * RECORD_BYTES - 1u) / 16u;
  return source;
}

void load(uint part) {
  uint batch = part / p[PARTS];
  uint firstQuad, lastQuad;
  ADDRESS source = sourceOf(batch, part - batch * p[PARTS], firstQuad, lastQuad);
  source -= ADDRESS(uint(source) & 15u);
  [[unroll]] for (uint n = 0u; n < uint(LOADS); n++) {
    loaded[n] = sourceQuad(source + ADDRESS(clamp(gl_LocalInvocationID.x + n * 256u, firstQuad, lastQuad) * 16u));
  }
}

void keep(uint part) {
  uint batch = part / p[PARTS];
  uint firstQuad, lastQuad;
  sourceOf(batch, part - batch * p[PARTS], firstQuad, lastQuad);
  [[unroll]] for (uint n = 0u; n < uint(LOADS); n++) {
    uint i = gl_LocalInvocationID.x + n * 256u;
    if (i <= lastQuad) {
      stageQuad(slot(i * 4u), loaded[n]);
    }
  }
}

void write(uint part) {
  uint batch = part / p[PARTS];
  uint inBatch = part - batch * p[PARTS];
  uint firstQuad, lastQuad;
  uint skipped = uint(sourceOf(batch, inBatch, firstQuad, lastQuad)) & 15u;
  uint subset = gl_LocalInvocationID.x / 32u;
  uint row = subset / uint(SHARES);
  uint inRow = subset % uint(SHARES) * 32u + (gl_LocalInvocationID.x & 31u);
  uint start = (p[HEAD] + (batch * RECORD + row) * p[RECORDS]) * uint(UNIT_PIECES);
  int first = int(inRow) * PIECES - int(start % uint(PIECES));
  uint piece = uint(first + EARLY);
  uint a = skipped + piece / uint(UNIT_PIECES) * RECORD_BYTES + row * uint(UNIT) + piece % uint(UNIT_PIECES) * 4u;
  uint word = start / uint(PIECES) + inBatch * uint(ROW_WORDS) + inRow;
  first += int(inBatch * uint(TOGETHER)) * UNIT_PIECES;
  Places places;
  uint at[PIECES];
  [[unroll]] for (uint n = 0u; n < uint(PIECES); n++) {
    at[n] = (a + n * RECORD_BYTES) >> 2;
    places.shift[n] = ((a + n * RECORD_BYTES) & 3u) * 8u;
  }
  for (; row < RECORD; row += uint(ROWS_APART)) {
    [[unroll]] for (int n = 0; n < PIECES; n++) {
      places.word[n] = slot(at[n]);
      at[n] += uint(ROWS_APART * UNIT / 4);
    }
    // A multiple of 32 words further in a row, the pieces are whole records further in the stage, at the same bits.
    storeWords(places, slot(uint(SHARES * 32) * RECORD), word, uint(SHARES * 32), first, int(p[RECORDS]) * UNIT_PIECES);
    word += uint(ROWS_APART * UNIT / 4) * p[RECORDS];
  }
}
