// What split.comp and join.comp have in common: records of a few units.
#include "staged.glsl"

// Units of a record: divisions by it cost little where it is known.
layout(constant_id = 2) const uint RECORD = 1u;
// An invocation writes so many times as many words as WORDS says; those of a time are under way together.
layout(constant_id = 4) const int TIMES_WORDS = 1;

const int OWN_WORDS = TIMES_WORDS * WORDS;

// Records, batches of them, and parts of a batch.
const int RECORDS = REST;
const int BATCHES = REST + 1;
const int PARTS = REST + 2;

uint parts() { return p[PARTS] * p[BATCHES]; }

// 16-byte words that an invocation loads into the stage.
const int LOADS = STAGE_WORDS / 1024;
uvec4 loaded[LOADS];

// Stores an invocation's words, which lie `apart` words from each other in the output and `ahead` words in the stage.
void storeWords(Places places, uint ahead, uint word, uint apart, int first, int pieces) {
  if (first >= 0 && first + int(apart) * (OWN_WORDS - 1) * PIECES <= pieces - PIECES) {
    for (uint i = 0u; i < uint(OWN_WORDS); i += uint(WORDS)) {
      joinWords(places, ahead, i);
      [[unroll]] for (uint n = 0u; n < uint(WORDS); n++) {
        DESTINATION_WORD(word + (i + n) * apart) = words[n];
      }
    }
  } else {
    for (uint i = 0u; i < uint(OWN_WORDS); i++) {
      storePieces(word + i * apart, joined(places, i * ahead), first + int(i * apart) * PIECES, pieces);
    }
  }
}
