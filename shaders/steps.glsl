// Output in steps of a few units, so that neighbouring invocations touch neighbouring bytes: four units, or 16 bytes. Step g
// holds the units from STEP * g - HEAD on.

const int STEP = UNIT_LOG2 == 4 ? 1 : UNIT_LOG2 == 3 ? 2 : 4;
const int STEP_WORDS = STEP * UNIT / 4;

#ifndef ADDRESSES
layout(std430, binding = 1) buffer DestinationPairs { uvec2 destinationPairs[]; };
#endif

// The words of a step of units, each in the low bits of its entry.
uvec4 joinedUnits(uvec4 units[4]) {
  uvec4 v = uvec4(0);
  if (UNIT_LOG2 == 0) {
    v.x = units[0].x | units[1].x << 8 | units[2].x << 16 | units[3].x << 24;
  } else if (UNIT_LOG2 == 1) {
    v.xy = uvec2(units[0].x | units[1].x << 16, units[2].x | units[3].x << 16);
  } else if (UNIT_LOG2 == 2) {
    v = uvec4(units[0].x, units[1].x, units[2].x, units[3].x);
  } else if (UNIT_LOG2 == 3) {
    v = uvec4(units[0].xy, units[1].xy);
  } else {
    v = units[0];
  }
  return v;
}

// Units [from, to) of step g, whose words are v.
void storeStep(uint g, uvec4 v, int from, int to) {
  if (from == 0 && to == STEP) {
    v = computed(v);
    if (UNIT_LOG2 == 0) {
      DESTINATION_WORD(g) = v.x;
    } else if (UNIT_LOG2 == 1) {
#ifdef ADDRESSES
      Pair(ADDRESS_AT(DESTINATION) + (uint64_t(g) << 3)).v = v.xy;
#else
      destinationPairs[(p[DESTINATION] << 1) + g] = v.xy;
#endif
    } else {
      DESTINATION_QUAD(g) = v;
    }
    return;
  }
  uvec4 own = lanes(from, to);
  [[unroll]] for (int k = 0; k < STEP_WORDS; k++) {
    uint word = g * uint(STEP_WORDS) + uint(k);
    if (own[k] == 0xffffffffu) {
      DESTINATION_WORD(word) = v[k];
    } else if (own[k] != 0u) {
      atomicAnd(DESTINATION_WORD(word), ~own[k]);
      atomicOr(DESTINATION_WORD(word), v[k] & own[k]);
    }
  }
}

// Units [from, to) of step g, each in the low bits of its entry.
void storeStep(uint g, uvec4 units[4], int from, int to) { storeStep(g, joinedUnits(units), from, to); }
