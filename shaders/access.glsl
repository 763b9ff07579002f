// How a kernel reaches memory: through storage buffers (32-bit byte offsets into bound ranges) or, when ADDRESSES is defined,
// through 64-bit buffer device addresses. Integers only: a float load or store may change NaN payloads and subnormals.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : require
#ifdef ADDRESSES
#extension GL_EXT_buffer_reference : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#endif

layout(local_size_x = 256) in;

// log2 of the unit's bytes: what the kernel moves whole, 1 to 16 bytes.
layout(constant_id = 0) const int UNIT_LOG2 = 2;
// Alignment in bytes of a 16-byte source read: 16, 4 or 1.
layout(constant_id = 1) const int SOURCE_ALIGN = 1;

// Output words of an invocation: several keep more loads in flight where one waits for another.
layout(constant_id = 7) const int WORDS = 1;

// 1: every distance between source bytes fits 32 bits, so that products of it cost one instruction also for 64-bit addresses.
layout(constant_id = 8) const int NEAR = 1;

// 1: the output is whole words of whole workgroups. Set only where branches cost what they would cost if they were taken.
layout(constant_id = 9) const int WHOLE = 0;

const int UNIT = 1 << UNIT_LOG2;
const int LANES = 16 >> UNIT_LOG2;

layout(push_constant) uniform Push { uint p[32]; };

// Units that the first output word holds before the output begins.
const int HEAD = 0;
// Units of the output.
const int COUNT = 1;

#ifdef ADDRESSES
#define ADDRESS uint64_t
#define ADDRESS_AT(i) (uint64_t(p[i]) | uint64_t(p[(i) + 1]) << 32)
// A coordinate times the distance at push constant i.
#define TIMES(c, i) (NEAR == 1 ? uint64_t(int64_t(int(c)) * int64_t(int(p[i]))) : uint64_t(c) * ADDRESS_AT(i))
// The same for an index, which may use all 32 bits; its distance is not negative.
#define INDEX_TIMES(c, i) (NEAR == 1 ? uint64_t(c) * uint64_t(p[i]) : uint64_t(c) * ADDRESS_AT(i))
const int ADDRESS_WORDS = 2;
layout(buffer_reference, std430, buffer_reference_align = 4) buffer Word { uint v; };
layout(buffer_reference, std430, buffer_reference_align = 8) buffer Pair { uvec2 v; };
layout(buffer_reference, std430, buffer_reference_align = 16) buffer Quad { uvec4 v; };
const int DESTINATION = 2;
const int SOURCE = 4;
const int REST = 6;
// The word that holds byte a.
uint wordAt(ADDRESS a) { return Word(a & ~uint64_t(3)).v; }
uint sourceWord(ADDRESS a) { return wordAt(a); }
uvec2 sourcePair(ADDRESS a) { return Pair(a).v; }
uvec4 sourceQuad(ADDRESS a) { return Quad(a).v; }
// The words of a unit of up to 8 bytes at a multiple of 4.
uvec2 unitWords(ADDRESS a) { return UNIT_LOG2 == 3 ? Pair(a).v : uvec2(Word(a).v, 0u); }
#define DESTINATION_QUAD(w) Quad(ADDRESS_AT(DESTINATION) + (uint64_t(w) << 4)).v
#define DESTINATION_WORD(w) Word(ADDRESS_AT(DESTINATION) + (uint64_t(w) << 2)).v
#else
#define ADDRESS uint
#define ADDRESS_AT(i) (p[i])
#define TIMES(c, i) ((c) * p[i])
#define INDEX_TIMES(c, i) ((c) * p[i])
const int ADDRESS_WORDS = 1;
layout(std430, binding = 0) readonly restrict buffer SourceWords { uint sourceWords[]; };
layout(std430, binding = 0) readonly restrict buffer SourcePairs { uvec2 sourcePairs[]; };
layout(std430, binding = 0) readonly restrict buffer SourceQuads { uvec4 sourceQuads[]; };
layout(std430, binding = 1) buffer DestinationWords { uint destinationWords[]; };
layout(std430, binding = 1) buffer DestinationQuads { uvec4 destinationQuads[]; };
const int DESTINATION = 2;
const int SOURCE = 3;
const int REST = 4;
uint sourceWord(ADDRESS a) { return sourceWords[a >> 2]; }
uvec2 sourcePair(ADDRESS a) { return sourcePairs[a >> 3]; }
uvec4 sourceQuad(ADDRESS a) { return sourceQuads[a >> 4]; }
uvec2 unitWords(ADDRESS a) { return UNIT_LOG2 == 3 ? sourcePair(a) : uvec2(sourceWord(a), 0u); }
#define DESTINATION_QUAD(w) destinationQuads[p[DESTINATION] + (w)]
#define DESTINATION_WORD(w) destinationWords[(p[DESTINATION] << 2) + (w)]
#endif

// Between the 16-byte output words of an invocation: 32 invocations together own a run of them, or, where they come one after
// the other, all of a workgroup do.
const int APART = WHOLE == 1 ? 256 : 32;

// The first output word that this invocation owns. Groups are folded into x and y.
uint ownWord() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint i = gl_LocalInvocationID.x % uint(APART);
  return (group * 256u + gl_LocalInvocationID.x - i) * uint(WORDS) + i;
}

// Whether all words of an invocation, of so many lanes each, lie within the output; lane 0 of the first is unit `first`.
bool ownsWhole(int first, int lanes) {
  return WHOLE == 1 || first >= 0 && first + (APART * (WORDS - 1) + 1) * lanes <= int(p[COUNT]);
}

// The lanes [x, y) of a word that belong to the output; lane 0 is unit e.
ivec2 ownLanes(int e) {
  return WHOLE == 1 ? ivec2(0, LANES) : ivec2(max(0, -e), min(LANES, int(p[COUNT]) - e));
}

// The 16-byte words of the source that hold bytes [from, to) of the 16 from a.
void windowWords(ADDRESS a, int from, int to, out ADDRESS low, out ADDRESS high) {
  uint r = uint(a) & 15u;
  ADDRESS q = a - ADDRESS(r);
  low = int(r) + from >= 16 ? q + 16 : q;
  high = int(r) + to <= 16 ? q : q + 16;
}

// 16 bytes from byte r of two 16-byte words; r is a multiple of `align`, 4 or 1.
uvec4 joined(uvec4 low, uvec4 high, uint r, int align) {
  // No branches: a load that is waited for in one would hold up the loads after it.
  bool far = (r & 8u) != 0u;
  bool near = (r & 4u) != 0u;
  uvec2 next = far ? high.zw : high.xy;
  low = far ? uvec4(low.zw, high.xy) : low;
  uint fifth = near ? next.y : next.x;
  low = near ? uvec4(low.yzw, next.x) : low;
  if (align == 4) {
    return low;
  }
  uint bits = (r & 3u) * 8u;
  // What is shifted out at the top comes as a product: multiplications run beside shifts.
  uint scale = bits == 0u ? 0u : 1u << (32u - bits);
  return (low >> bits) + uvec4(low.yzw, fifth) * scale;
}

// The 16 source bytes from a, of which bytes [from, to) count: only the 16-byte words that hold one of them are read.
uvec4 window(ADDRESS a, int from, int to) {
  if (SOURCE_ALIGN == 16) {
    return sourceQuad(a);
  }
  ADDRESS low, high;
  windowWords(a, from, to, low, high);
  return joined(sourceQuad(low), sourceQuad(high), uint(a) & 15u, SOURCE_ALIGN);
}

// The 16 source bytes from a.
uvec4 load16(ADDRESS a) { return window(a, 0, 16); }

// One unit at a, which is a multiple of the unit, in the low bits.
uvec4 loadUnit(ADDRESS a) {
  if (UNIT_LOG2 == 0) {
    return uvec4((sourceWord(a) >> ((uint(a) & 3u) * 8u)) & 0xffu, 0, 0, 0);
  }
  if (UNIT_LOG2 == 1) {
    return uvec4((sourceWord(a) >> ((uint(a) & 2u) * 8u)) & 0xffffu, 0, 0, 0);
  }
  if (UNIT_LOG2 == 2) {
    return uvec4(sourceWord(a), 0, 0, 0);
  }
  if (UNIT_LOG2 == 3) {
    return uvec4(sourcePair(a), 0, 0);
  }
  return sourceQuad(a);
}

// The unit that begins so many bits into what unitWords returned.
uvec4 unitOf(uvec2 words, uint bits) {
  if (UNIT_LOG2 < 2) {
    return uvec4((words.x >> bits) & (UNIT_LOG2 == 0 ? 0xffu : 0xffffu), 0, 0, 0);
  }
  return uvec4(words, 0, 0);
}

// Puts a unit from loadUnit into its lane of an output word whose lane is still zero.
void putUnit(inout uvec4 v, int lane, uvec4 unit) {
  if (UNIT_LOG2 == 0) {
    v[lane >> 2] |= unit.x << ((lane & 3) * 8);
  } else if (UNIT_LOG2 == 1) {
    v[lane >> 1] |= unit.x << ((lane & 1) * 16);
  } else if (UNIT_LOG2 == 2) {
    v[lane] = unit.x;
  } else if (UNIT_LOG2 == 3) {
    v[lane * 2] = unit.x;
    v[lane * 2 + 1] = unit.y;
  } else {
    v = unit;
  }
}

// A unit from loadUnit in every lane.
uvec4 repeatUnit(uvec4 unit) {
  if (UNIT_LOG2 == 0) {
    return uvec4(unit.x * 0x01010101u);
  }
  if (UNIT_LOG2 == 1) {
    return uvec4(unit.x * 0x00010001u);
  }
  if (UNIT_LOG2 == 2) {
    return uvec4(unit.x);
  }
  if (UNIT_LOG2 == 3) {
    return unit.xyxy;
  }
  return unit;
}

// The lanes of an output word in opposite order.
uvec4 reverseLanes(uvec4 v) {
  if (UNIT_LOG2 == 4) {
    return v;
  }
  if (UNIT_LOG2 == 3) {
    return v.zwxy;
  }
  v = v.wzyx;
  if (UNIT_LOG2 == 1) {
    v = (v >> 16) | (v << 16);
  } else if (UNIT_LOG2 == 0) {
    v = (v >> 24) | ((v >> 8) & 0xff00u) | ((v << 8) & 0xff0000u) | (v << 24);
  }
  return v;
}

// Drivers that run on a CPU store lane by lane, and their compiler would move the last steps of v's computation there, also lane
// by lane; not so past a choice.
uvec4 computed(uvec4 v) { return WHOLE == 1 ? mix(uvec4(0), v, bvec4(gl_LocalInvocationID.x < p[COUNT])) : v; }

// A whole output word.
void storeWord(uint word, uvec4 v) { DESTINATION_QUAD(word) = computed(v); }

// Bits of a 16-byte word from byte `from` (any integer) to its end.
uvec4 bytesFrom(int from) {
  ivec4 bits = clamp((ivec4(from) - ivec4(0, 4, 8, 12)) * 8, ivec4(0), ivec4(32));
  // A shift by 32 is undefined: shift twice.
  return (uvec4(0xffffffffu) << uvec4(bits >> 1)) << uvec4(bits - (bits >> 1));
}

// Bits of the lanes [from, to) of a 16-byte word.
uvec4 lanes(int from, int to) { return bytesFrom(from * UNIT) & ~bytesFrom(to * UNIT); }

// Lanes [from, to) of an own word. A 32-bit word that another dispatch may own in part is changed by atomics on the own bytes
// only, so neighbours keep theirs whatever runs at the same time.
void storeLanes(uint word, uvec4 v, int from, int to) {
  if (from == 0 && to == LANES) {
    storeWord(word, v);
    return;
  }
  uvec4 own = lanes(from, to);
  [[unroll]] for (int k = 0; k < 4; k++) {
    if (own[k] == 0xffffffffu) {
      DESTINATION_WORD(word * 4u + k) = v[k];
    } else if (own[k] != 0u) {
      atomicAnd(DESTINATION_WORD(word * 4u + k), ~own[k]);
      atomicOr(DESTINATION_WORD(word * 4u + k), v[k] & own[k]);
    }
  }
}
