#version 450
// Writes the fill where a mask byte is not 0, else the data; both dense.
#include "access.glsl"

#ifdef ADDRESSES
uint maskWord(ADDRESS a) { return wordAt(a); }
#else
layout(std430, binding = 2) readonly restrict buffer MaskWords { uint maskWords[]; };
uint maskWord(ADDRESS a) { return maskWords[a >> 2]; }
#endif

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
  uint bits = (uint(a) & 3u) * 8u;
  uint low = maskWord(a);
  return bits == 0u ? low : funnel(low, maskWord(a + 4), bits);
}

// Bits of the output word that take the fill, all lanes in range.
uvec4 filled(ADDRESS a) {
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

void main() {
  uint word = ownWord();
  int first = int(word) * LANES - int(p[HEAD]);
  int from = max(0, -first);
  int to = min(LANES, int(p[COUNT]) - first);
  if (from >= to) {
    return;
  }
  uvec4 fill = uvec4(p[FILL], p[FILL + 1], p[FILL + 2], p[FILL + 3]);
  ADDRESS source = ADDRESS_AT(SOURCE);
  ADDRESS mask = ADDRESS_AT(MASK);
  if (to - from == LANES) {
    uvec4 take = filled(mask + ADDRESS(first));
    uvec4 v = fill;
    if (take != uvec4(0xffffffffu)) {
      v = (load16(source + ADDRESS(first) * ADDRESS(UNIT)) & ~take) | (fill & take);
    }
    DESTINATION_QUAD(word) = v;
    return;
  }
  uvec4 v = uvec4(0);
  uvec4 take = uvec4(0);
  [[unroll]] for (int lane = 0; lane < LANES; lane++) {
    if (lane >= from && lane < to) {
      putUnit(v, lane, loadUnit(source + ADDRESS(first + lane) * ADDRESS(UNIT)));
      if (maskByte(mask + ADDRESS(first + lane)) != 0u) {
        take |= bytesFrom(lane * UNIT) & ~bytesFrom(lane * UNIT + UNIT);
      }
    }
  }
  storeLanes(word, (v & ~take) | (fill & take), from, to);
}
