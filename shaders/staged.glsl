// What split.comp and join.comp have in common: a workgroup stages source bytes in shared memory and writes 32-bit words of the
// output. A piece is what such a word takes from one place: a unit, or 4 bytes of a larger one.

// Units of a record: divisions by it cost little where it is known.
layout(constant_id = 2) const uint RECORD = 1u;
// An invocation writes so many times as many words as WORDS says; those of a time are under way together.
layout(constant_id = 4) const int TIMES_WORDS = 1;

const int PIECE = UNIT_LOG2 < 2 ? UNIT : 4;
// Pieces in a word, and in a unit.
const int PIECES = 4 / PIECE;
const int UNIT_PIECES = UNIT_LOG2 == 3 ? 2 : 1;
const int OWN_WORDS = TIMES_WORDS * WORDS;

// Records, batches of them, and workgroups of a batch.
const int RECORDS = REST;
const int BATCHES = REST + 1;
const int GROUPS = REST + 2;

shared uint stage[4096];
// 16-byte words that an invocation loads into the stage.
const int LOADS = 4;

// Where the pieces of an output word lie: words of the stage, and bits in them.
struct Places {
  uint word[4];
  uint shift[4];
};

// The output word whose pieces lie so many words behind some places.
uint joined(Places places, uint ahead) {
  if (PIECES == 1) {
    return stage[places.word[0] + ahead];
  }
  uint v = 0u;
  [[unroll]] for (int n = 0; n < PIECES; n++) {
    uint piece = stage[places.word[n] + ahead] >> places.shift[n];
    v |= (piece & (0xffffffffu >> (32 - 8 * PIECE))) << (8 * PIECE * n);
  }
  return v;
}

// Stores those pieces of a word that lie in a row of so many pieces: the word begins at piece `first`, which may lie before it.
void storePieces(uint word, uint v, int first, int pieces) {
  if (first >= 0 && first <= pieces - PIECES) {
    DESTINATION_WORD(word) = v;
  } else if (first > -PIECES && first < pieces) {
    uint own = lanes(max(0, -first), min(PIECES, pieces - first)).x;
    atomicAnd(DESTINATION_WORD(word), ~own);
    atomicOr(DESTINATION_WORD(word), v & own);
  }
}

// Stores an invocation's words, which lie `apart` words from each other in the output and `ahead` words in the stage.
void storeWords(Places places, uint ahead, uint word, uint apart, int first, int pieces) {
  if (first >= 0 && first + int(apart) * (OWN_WORDS - 1) * PIECES <= pieces - PIECES) {
    for (uint i = 0u; i < uint(OWN_WORDS); i += uint(WORDS)) {
      uint words[WORDS];
      [[unroll]] for (uint n = 0u; n < uint(WORDS); n++) {
        words[n] = joined(places, (i + n) * ahead);
      }
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
