#version 450
// Writes the fill where a mask byte is not 0, else the data; both dense.
#include "access.glsl"

#ifdef ADDRESSES
uint maskWord(ADDRESS a) { return wordAt(a); }
#else
layout(std430, binding = 2) readonly restrict buffer MaskWords { uint maskWords[]; };
uint maskWord(ADDRESS a) { return maskWords[a >> 2]; }
#endif

// 1: four mask bytes that are read together lie in one word.
layout(constant_id = 5) const int MASK_WORDS = 0;

const int MASK = REST;
// The fill, repeated to 16 bytes.
const int FILL = REST + ADDRESS_WORDS;

uint maskByte(ADDRESS a) { return (maskWord(a) >> ((uint(a) & 3u) * 8u)) & 0xffu; }

// 0xff for every byte that is not 0, else 0x00.
uint bytesSet(uint m) {
  uint high = ((m & 0x7f7f7f7fu) + 0x7f7f7f7fu | m) & 0x80808080u;
  return (high >> 7) * 0xffu;
}

// Four mask bytes from a, when all four are in range.
uint fourMaskBytes(ADDRESS a) {
  if (MASK_WORDS == 1) {
    return maskWord(a);
  }
  uint bits = (uint(a) & 3u) * 8u;
  return (maskWord(a) >> bits) | ((maskWord(a + 3) << 1) << (31u - bits));
}

// Bits of the output word that take the fill, all lanes in range.
uvec4 filled(ADDRESS a) {
  if (WHOLE == 1 && UNIT_LOG2 == 2) {
    // Comparisons give such bits at once where invocations are lanes of a vector.
    uvec4 m = fourMaskBytes(a) & uvec4(0xffu, 0xff00u, 0xff0000u, 0xff000000u);
    return mix(uvec4(0), uvec4(0xffffffffu), notEqual(m, uvec4(0)));
  }
  if (UNIT_LOG2 == 0) {
    return uvec4(
        bytesSet(fourMaskBytes(a)),
        bytesSet(fourMaskBytes(a + 4)),
        bytesSet(fourMaskBytes(a + 8)),
        bytesSet(fourMaskBytes(a + 12)));
  }
  if (UNIT_LOG2 == 1) {
    uvec2 m = uvec2(bytesSet(fourMaskBytes(a)), bytesSet(fourMaskBytes(a + 4)));
    uvec4 halves = uvec4(m.x, m.x >> 16, m.y, m.y >> 16) & 0xffffu;
    return (halves & 0xffu) * 0x101u | (halves >> 8) * 0x1010000u;
  }
  if (UNIT_LOG2 == 2) {
    uint m = bytesSet(fourMaskBytes(a));
    return (uvec4(m, m >> 8, m >> 16, m >> 24) & 0xffu) * 0x01010101u;
  }
  uint low = maskByte(a) != 0u ? 0xffffffffu : 0u;
  uint high = LANES > 1 && maskByte(a + 1) != 0u ? 0xffffffffu : 0u;
  return UNIT_LOG2 == 3 ? uvec4(low, low, high, high) : uvec4(low);
}

// The lanes [from, to) that take the fill, byte by byte.
uvec4 filledLanes(ADDRESS a, int from, int to) {
  uvec4 take = uvec4(0);
  for (int lane = from; lane < to; lane++) {
    if (maskByte(a + ADDRESS(lane)) != 0u) {
      take |= lanes(lane, lane + 1);
    }
  }
  return take;
}

void main() {
  uint word = ownWord();
  int first = int(word) * LANES - int(p[HEAD]);
  uvec4 fill = uvec4(p[FILL], p[FILL + 1], p[FILL + 2], p[FILL + 3]);
  ADDRESS source = ADDRESS_AT(SOURCE);
  ADDRESS mask = ADDRESS_AT(MASK);
  if (WHOLE == 1 || first >= 0 && first + (APART * (WORDS - 1) + 1) * LANES <= int(p[COUNT])) {
    uvec4 take[WORDS];
    uvec4 v[WORDS];
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      take[i] = filled(mask + ADDRESS(first + i * APART * LANES));
    }
    // Data is left alone only where all words are filled: a branch for each would hold up the loads after it.
    uvec4 all = take[0];
    [[unroll]] for (int i = 1; i < WORDS; i++) {
      all &= take[i];
    }
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      v[i] = fill;
    }
    if (all != uvec4(0xffffffffu)) {
      [[unroll]] for (int i = 0; i < WORDS; i++) {
        v[i] = load16(source + ADDRESS(first + i * APART * LANES) * ADDRESS(UNIT));
      }
    }
    [[unroll]] for (int i = 0; i < WORDS; i++) {
      DESTINATION_QUAD(word + uint(APART * i)) = (v[i] & ~take[i]) | (fill & take[i]);
    }
    return;
  }
  for (int i = 0; i < WORDS; i++) {
    int e = first + i * APART * LANES;
    int from = max(0, -e);
    int to = min(LANES, int(p[COUNT]) - e);
    if (from < to) {
      uvec4 take = filledLanes(mask + ADDRESS(e), from, to);
      uvec4 v = window(source + ADDRESS(e) * ADDRESS(UNIT), from * UNIT, to * UNIT);
      storeLanes(word + uint(APART * i), (v & ~take) | (fill & take), from, to);
    }
  }
}
