// Output that is put together in shared memory. A workgroup has several parts of it, one after the other: it stages the source bytes of
// a part and writes 32-bit words of the output. A piece is what such a word takes from one place: a unit, or 4 bytes of a larger one.

layout(constant_id = 14) const int STAGE_WORDS = 4096;
layout(constant_id = 15) const int OWN_PARTS = 1;

const int PIECE = UNIT_LOG2 < 2 ? UNIT : 4;
// Pieces in a word, and in a unit.
const int PIECES = 4 / PIECE;
const int UNIT_PIECES = UNIT / PIECE;

shared uint stage[STAGE_WORDS];

void stageQuad(uint word, uvec4 v) {
  [[unroll]] for (uint w = 0u; w < 4u; w++) {
    stage[word + w] = v[w];
  }
}

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

// WORDS output words, each of which lies so many words behind the one before, from number i on. Reads first, without branches: a read that
// is waited for in one would hold up those after it.
uint words[WORDS];

void joinWords(Places places, uint ahead, uint i) {
  [[unroll]] for (uint n = 0u; n < uint(WORDS); n++) {
    words[n] = joined(places, (i + n) * ahead);
  }
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

// Loads what an invocation stages of a part, stages it, and writes the invocation's words of the part; and how many parts there are.
void load(uint part);
void keep(uint part);
void write(uint part);
uint parts();

void main() {
  uint part = (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * uint(OWN_PARTS);
  uint end = min(part + uint(OWN_PARTS), parts());
  if (part >= end) {
    return;
  }
  load(part);
  for (int n = 0; n < OWN_PARTS; n++) {
    if (part < end) {
      keep(part);
    }
    barrier();
    // The next part is under way while one is written.
    if (part + 1u < end) {
      load(part + 1u);
    }
    if (part < end) {
      write(part);
    }
    if (n + 1 < OWN_PARTS) {
      barrier();
    }
    part++;
  }
}
