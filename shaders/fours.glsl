// Output in groups of four units: what goes with one 16-byte word of indices. Group g holds units 4 g - HEAD to 4 g - HEAD + 3.

const int GROUP_WORDS = UNIT;

#ifndef ADDRESSES
layout(std430, binding = 1) buffer DestinationPairs { uvec2 destinationPairs[]; };
#endif

void storeFour(uint g, uvec4 units[4], int from, int to) {
  uint words[8];
  [[unroll]] for (int i = 0; i < 8; i++) {
    words[i] = 0u;
  }
  if (UNIT_LOG2 == 0) {
    words[0] = units[0].x | units[1].x << 8 | units[2].x << 16 | units[3].x << 24;
  } else if (UNIT_LOG2 == 1) {
    words[0] = units[0].x | units[1].x << 16;
    words[1] = units[2].x | units[3].x << 16;
  } else {
    [[unroll]] for (int i = 0; i < 4; i++) {
      words[i * (UNIT / 4) & 7] = units[i].x;
      if (UNIT_LOG2 == 3) {
        words[i * 2 + 1] = units[i].y;
      }
    }
  }
  if (from == 0 && to == 4) {
    if (UNIT_LOG2 == 0) {
      DESTINATION_WORD(g) = words[0];
    } else if (UNIT_LOG2 == 1) {
#ifdef ADDRESSES
      DESTINATION_WORD(2u * g) = words[0];
      DESTINATION_WORD(2u * g + 1u) = words[1];
#else
      destinationPairs[(p[DESTINATION] << 1) + g] = uvec2(words[0], words[1]);
#endif
    } else {
      DESTINATION_QUAD(g * uint(UNIT / 4)) = uvec4(words[0], words[1], words[2], words[3]);
      if (UNIT_LOG2 == 3) {
        DESTINATION_QUAD(2u * g + 1u) = uvec4(words[4], words[5], words[6], words[7]);
      }
    }
    return;
  }
  [[unroll]] for (int i = 0; i < GROUP_WORDS; i++) {
    // The bits of the word that are units [from, to).
    int low = clamp((from * UNIT - 4 * i) * 8, 0, 32);
    int high = clamp((to * UNIT - 4 * i) * 8, 0, 32);
    if (high - low == 32) {
      DESTINATION_WORD(g * uint(GROUP_WORDS) + uint(i)) = words[i];
    } else if (high > low) {
      uint own = ((1u << (high - low)) - 1u) << low;
      atomicAnd(DESTINATION_WORD(g * uint(GROUP_WORDS) + uint(i)), ~own);
      atomicOr(DESTINATION_WORD(g * uint(GROUP_WORDS) + uint(i)), words[i] & own);
    }
  }
}
