#version 450
// Puts records of a few units together: unit k of every record comes from row k of the source. A workgroup stages the same part of
// every row in shared memory.
#include "access.glsl"
#include "fours.glsl"

// Units of a record, records, and batches of both.
const int RECORD = REST;
const int RECORDS = REST + 1;
const int BATCHES = REST + 2;
// Records of a workgroup, and workgroups of a batch.
const int TOGETHER = REST + 3;
const int GROUPS = REST + 4;
// 32-bit words between rows in shared memory.
const int PITCH = REST + 5;
// Source bytes between batches, and between rows.
const int BATCH_STRIDE = REST + 6;
const int ROW_STRIDE = BATCH_STRIDE + ADDRESS_WORDS;

shared uint stage[4096];

#include "staged.glsl"

void main() {
  uint group = gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x;
  uint batch = group / p[GROUPS];
  if (batch >= p[BATCHES]) {
    return;
  }
  uint record0 = (group - batch * p[GROUPS]) * p[TOGETHER];
  uint records = min(p[TOGETHER], p[RECORDS] - record0);
  ADDRESS source = ADDRESS_AT(SOURCE) + ADDRESS(batch) * ADDRESS_AT(BATCH_STRIDE) + ADDRESS(record0) * ADDRESS(UNIT);
  // Every row is loaded in whole words; where its first unit lies in the first of them is worked out again when it is read.
  uint rowWords = p[TOGETHER] * uint(UNIT) / 4u + 1u;
  for (uint i = gl_LocalInvocationID.x; i < p[RECORD] * rowWords; i += 1024u) {
    uint v[4];
    [[unroll]] for (uint n = 0u; n < 4u; n++) {
      uint k = (i + n * 256u) / rowWords;
      uint w = i + n * 256u - k * rowWords;
      ADDRESS row = source + ADDRESS(k) * ADDRESS_AT(ROW_STRIDE);
      uint skipped = uint(row) & 3u;
      if (k < p[RECORD] && w * 4u < skipped + records * uint(UNIT)) {
        v[n] = sourceWord(row - ADDRESS(skipped) + ADDRESS(w * 4u));
      }
    }
    [[unroll]] for (uint n = 0u; n < 4u; n++) {
      uint k = (i + n * 256u) / rowWords;
      uint w = i + n * 256u - k * rowWords;
      if (k < p[RECORD]) {
        stage[k * p[PITCH] + w] = v[n];
      }
    }
  }
  barrier();

  int begin = int((batch * p[RECORDS] + record0) * p[RECORD]);
  int end = begin + int(records * p[RECORD]);
  for (uint g = (p[HEAD] + uint(begin)) / 4u + gl_LocalInvocationID.x; int(g) * 4 - int(p[HEAD]) < end; g += 256u) {
    int first = int(g) * 4 - int(p[HEAD]);
    int from = max(0, begin - first);
    int to = min(4, end - first);
    uint e = uint(max(first - begin, 0));
    uint record = e / p[RECORD];
    uint k = e - record * p[RECORD];
    uvec4 units[4];
    [[unroll]] for (int n = 0; n < 4; n++) {
      uint skipped = SOURCE_ALIGN >= 4 ? 0u : uint(source + ADDRESS(k) * ADDRESS_AT(ROW_STRIDE)) & 3u;
      units[n] = n >= from && n < to ? stagedUnit(k * p[PITCH] * 4u + skipped + record * uint(UNIT)) : uvec4(0);
      if (n >= from) {
        k++;
        if (k == p[RECORD]) {
          k = 0u;
          record++;
        }
      }
    }
    storeFour(g, units, from, to);
  }
}
