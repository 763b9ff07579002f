#version 450
// Puts records of a few units together: unit k of every record comes from row k of the source. A workgroup stages the same part of
// every row in shared memory.
#include "access.glsl"
#include "staged.glsl"

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

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint batch = group / p[GROUPS];
  if (batch >= p[BATCHES]) {
    return;
  }
  group -= batch * p[GROUPS];
  uint record0 = group * TOGETHER;

  // All loads first, so that they are under way together: each row in 16-byte words by its own subset of the invocations.
  ADDRESS source = ADDRESS_AT(SOURCE) + ADDRESS(batch) * ADDRESS_AT(BATCH_STRIDE) + ADDRESS(record0) * ADDRESS(UNIT)
      - ADDRESS(EARLY * uint(UNIT));
  bool loads = gl_LocalInvocationID.x < ROW_QUADS * RECORD;
  uint k = loads ? gl_LocalInvocationID.x / ROW_QUADS : 0u;
  uint quad = gl_LocalInvocationID.x % ROW_QUADS;
  ADDRESS row = source + TIMES(k, ROW_STRIDE);
  uint skipped = uint(row) & 15u;
  uint missing = group == 0u ? EARLY * uint(UNIT) : 0u;
  uint rowBytes = min(TOGETHER + EARLY, p[RECORDS] + EARLY - record0) * uint(UNIT);
  uint firstQuad = (skipped + missing) / 16u;
  uint lastQuad = (skipped + rowBytes - 1u) / 16u;
  uvec4 v[LOADS];
  [[unroll]] for (uint n = 0u; n < uint(LOADS); n++) {
    v[n] = sourceQuad(row - ADDRESS(skipped) + ADDRESS(clamp(quad + n * ROW_QUADS, firstQuad, lastQuad) * 16u));
  }
  uint to = uint(MARGIN) + k * p[PITCH] + quad * 4u - skipped / 4u;
  [[unroll]] for (uint n = 0u; n < uint(LOADS); n++) {
    if (loads && quad + n * ROW_QUADS <= lastQuad) {
      [[unroll]] for (uint w = 0u; w < 4u; w++) {
        stage[to + n * ROW_QUADS * 4u + w] = v[n][w];
      }
    }
  }
  barrier();

  if (gl_LocalInvocationID.x >= JOINED_WORDS) {
    return;
  }
  uint start = (p[HEAD] + batch * p[RECORDS] * RECORD) * uint(UNIT_PIECES);
  int first = int(gl_LocalInvocationID.x) * PIECES - int(start % uint(PIECES));
  uint piece = uint(first) + EARLY * RECORD * uint(UNIT_PIECES);
  uint r = piece / (RECORD * uint(UNIT_PIECES));
  piece -= r * RECORD * uint(UNIT_PIECES);
  k = piece / uint(UNIT_PIECES);
  Places places;
  [[unroll]] for (int n = 0; n < PIECES; n++) {
    uint within = UNIT_LOG2 >= 2 ? 0u : (uint(source) + k * p[ROW_STRIDE]) & 3u;
    uint a = within + r * uint(UNIT) + piece % uint(UNIT_PIECES) * 4u;
    places.word[n] = uint(MARGIN) + k * p[PITCH] + (a >> 2);
    places.shift[n] = (a & 3u) * 8u;
    k++;
    bool ends = k == RECORD;
    r += ends ? 1u : 0u;
    k = ends ? 0u : k;
  }
  uint word = start / uint(PIECES) + group * uint(OWN_WORDS) * JOINED_WORDS + gl_LocalInvocationID.x;
  first += int(record0 * RECORD) * UNIT_PIECES;
  storeWords(places, ROW_WORDS, word, JOINED_WORDS, first, int(p[RECORDS] * RECORD) * UNIT_PIECES);
}
