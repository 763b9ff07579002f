#version 450
// Writes the fill where a mask byte is not 0, else the data; both dense.
#include "access.glsl"

#ifdef ADDRESSES
uint maskWord(ADDRESS a) { return wordAt(a); }
uvec2 maskPair(ADDRESS a) { return Pair(a).v; }
uvec4 maskQuad(ADDRESS a) { return Quad(a).v; }
#else
layout(std430, binding = 2) readonly restrict buffer MaskWords { uint maskWords[]; };
layout(std430, binding = 2) readonly restrict buffer MaskPairs { uvec2 maskPairs[]; };
layout(std430, binding = 2) readonly restrict buffer MaskQuads { uvec4 maskQuads[]; };
uint maskWord(ADDRESS a) { return maskWords[a >> 2]; }
uvec2 maskPair(ADDRESS a) { return maskPairs[a >> 3]; }
uvec4 maskQuad(ADDRESS a) { return maskQuads[a >> 4]; }
#endif

// 1: the mask bytes of an output word are one word, pair or quad of memory.
layout(constant_id = 5) const int MASK_WORDS = 0;

const int MASK = REST;
// The fill, repeated to 16 bytes.
const int FILL = REST + ADDRESS_WORDS;

uint maskByte(ADDRESS a) { return (maskWord(a) >> ((uint(a) & 3u) * 8u)) & 0xffu; }

// 0xff for every byte that is not 0, else 0x00.
uvec4 bytesSet(uvec4 m) {
  uvec4 high = ((m & 0x7f7f7f7fu) + 0x7f7f7f7fu | m) & 0x80808080u;
  return (high >> 7) * 0xffu;
}

// The mask bytes of an output word of 4 lanes or more, all in range, four in a component.
uvec4 maskBytes(ADDRESS a) {
  if (MASK_WORDS == 1) {
    return LANES == 4 ? uvec4(maskWord(a), 0, 0, 0) : LANES == 8 ? uvec4(maskPair(a), 0, 0) : maskQuad(a);
  }
  // The last word is that of the last byte, for there may be none after it.
  uint words[5];
  [[unroll]] for (int k = 0; k < 5; k++) {
    words[k] = k <= LANES / 4 ? maskWord(a + ADDRESS(k < LANES / 4 ? k * 4 : LANES - 1)) : 0u;
  }
  uint bits = (uint(a) & 3u) * 8u;
  uvec4 low = uvec4(words[0], words[1], words[2], words[3]);
  uvec4 high = uvec4(words[1], words[2], words[3], words[4]);
  return (low >> bits) | ((high << 1) << (31u - bits));
}

// Bits of the output word that take the fill, all lanes in range.
uvec4 filled(ADDRESS a) {
  if (LANES < 4) {
    uint low = maskByte(a) != 0u ? 0xffffffffu : 0u;
    uint high = LANES == 2 && maskByte(a + 1) != 0u ? 0xffffffffu : 0u;
    return LANES == 2 ? uvec4(low, low, high, high) : uvec4(low);
  }
  uvec4 m = maskBytes(a);
  if (WHOLE == 1 && LANES == 4) {
    // Comparisons give such bits at once where invocations are lanes of a vector.
    m = m.x & uvec4(0xffu, 0xff00u, 0xff0000u, 0xff000000u);
    return mix(uvec4(0), uvec4(0xffffffffu), notEqual(m, uvec4(0)));
  }
  m = bytesSet(m);
  if (LANES == 16) {
    return m;
  }
  if (LANES == 8) {
    uvec4 halves = uvec4(m.x, m.x >> 16, m.y, m.y >> 16) & 0xffffu;
    return (halves & 0xffu) * 0x101u | (halves >> 8) * 0x1010000u;
  }
  return (uvec4(m.x, m.x >> 8, m.x >> 16, m.x >> 24) & 0xffu) * 0x01010101u;
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
  if (ownsWhole(first, LANES)) {
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
      storeWord(word + uint(APART * i), (v[i] & ~take[i]) | (fill & take[i]));
    }
    return;
  }
  for (int i = 0; i < WORDS; i++) {
    int e = first + i * APART * LANES;
    ivec2 own = ownLanes(e);
    if (own.x < own.y) {
      uvec4 take = filledLanes(mask + ADDRESS(e), own.x, own.y);
      uvec4 v = window(source + ADDRESS(e) * ADDRESS(UNIT), own.x * UNIT, own.y * UNIT);
      storeLanes(word + uint(APART * i), (v & ~take) | (fill & take), own.x, own.y);
    }
  }
}
