// Reads of the index operand, checked against the last valid index, LAST. A bad index is never used: it is reported and replaced by the last valid one.

layout(constant_id = 6) const int CHECKED = 1;

#ifdef ADDRESSES
uint indexWord(ADDRESS a) { return wordAt(a); }
uvec4 indexQuad(ADDRESS a) { return Quad(a).v; }
#else
layout(std430, binding = 3) readonly restrict buffer IndexWords { uint indexWords[]; };
layout(std430, binding = 3) readonly restrict buffer IndexQuads { uvec4 indexQuads[]; };
uint indexWord(ADDRESS a) { return indexWords[a >> 2]; }
uvec4 indexQuad(ADDRESS a) { return indexQuads[a >> 4]; }
#endif

// A slot of the batch's report: the first bad position, how many lowered it, then the positions and values of those that did.
#ifdef ADDRESSES
#define REPORT(i) Word(ADDRESS_AT(REPORT_AT) + uint64_t((i) * 4)).v
#else
layout(std430, binding = 4) buffer ReportWords { uint reportWords[]; };
#define REPORT(i) reportWords[p[REPORT_AT] + (i)]
#endif
const uint TRAIL = 63u;

void report(uint position, uint value) {
  if (position < atomicMin(REPORT(0u), position)) {
    uint n = atomicAdd(REPORT(1u), 1u);
    if (n < TRAIL) {
      REPORT(2u + 2u * n) = position;
      REPORT(3u + 2u * n) = value;
    }
  }
}

// A value that was found at a position of the index operand, made safe to use.
uint checked(uint position, uint value) {
  if (value > p[LAST]) {
    if (CHECKED == 1) {
      report(position, value);
    }
    value = p[LAST];
  }
  return value;
}

// The first bad index among those of an invocation, for a single report.
uint badPosition = 0xffffffffu;
uint badValue = 0u;

// As checked(), without branches; reported by reportBad().
uint checkedLater(uint position, uint value) {
  bool bad = value > p[LAST] && position < badPosition;
  badPosition = bad ? position : badPosition;
  badValue = bad ? value : badValue;
  return min(value, p[LAST]);
}

void reportBad() {
  if (CHECKED == 1 && badPosition != 0xffffffffu) {
    report(badPosition, badValue);
  }
}

// The index at a position of the index operand, safe to use.
uint checkedIndex(uint position) {
  return checked(position, indexWord(ADDRESS_AT(INDICES) + ADDRESS(position) * 4));
}
