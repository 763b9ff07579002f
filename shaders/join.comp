#version 450
// Puts records of a few units together: unit k of every record comes from row k of the source. A workgroup stages the same part of
// every row in shared memory.
#include "access.glsl"
#include "steps.glsl"

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
  // Every row is loaded in whole words, a subset of the invocations to a row; where its first unit lies in the first of them is
  // worked out again when it is read.
  for (uint k = gl_LocalInvocationID.x / 32u; k < p[RECORD]; k += 8u) {
    ADDRESS row = source + ADDRESS(k) * ADDRESS_AT(ROW_STRIDE);
    uint skipped = uint(row) & 3u;
    uint words = (skipped + records * uint(UNIT) + 3u) / 4u;
    for (uint w = gl_LocalInvocationID.x & 31u; w < words; w += 128u) {
      uint v[4];
      [[unroll]] for (uint n = 0u; n < 4u; n++) {
        v[n] = sourceWord(row - ADDRESS(skipped) + ADDRESS(min(w + n * 32u, words - 1u) * 4u));
      }
      [[unroll]] for (uint n = 0u; n < 4u; n++) {
        if (w + n * 32u < words) {
          stage[k * p[PITCH] + w + n * 32u] = v[n];
        }
      }
    }
  }
  barrier();

  int begin = int((batch * p[RECORDS] + record0) * p[RECORD]);
  int end = begin + int(records * p[RECORD]);
  uint g = (p[HEAD] + uint(begin)) / uint(STEP) + gl_LocalInvocationID.x;
  // Where the next step of this invocation is: so many records on, and so many units.
  uint recordsOn = uint(256 * STEP) / p[RECORD];
  uint unitsOn = uint(256 * STEP) - recordsOn * p[RECORD];
  uint e = uint(max(int(g) * STEP - int(p[HEAD]) - begin, 0));
  uint record = e / p[RECORD];
  uint k = e - record * p[RECORD];
  for (; int(g) * STEP - int(p[HEAD]) < end; g += 256u) {
    int first = int(g) * STEP - int(p[HEAD]);
    int from = max(0, begin - first);
    int to = min(STEP, end - first);
    uvec4 units[4];
    uint kn = k;
    uint a = record * uint(UNIT) + k * p[PITCH] * 4u;
    [[unroll]] for (int n = 0; n < STEP; n++) {
      uint skipped = SOURCE_ALIGN >= 4 ? 0u : uint(source + ADDRESS(kn) * ADDRESS_AT(ROW_STRIDE)) & 3u;
      // Past the end the stage holds something, which is not stored.
      units[n] = stagedUnit(min(a + skipped, 4u * 4094u));
      if (n >= from) {
        kn++;
        bool ends = kn == p[RECORD];
        a += ends ? uint(UNIT) - (p[RECORD] - 1u) * p[PITCH] * 4u : p[PITCH] * 4u;
        kn = ends ? 0u : kn;
      }
    }
    storeStep(g, units, from, to);
    if (from > 0) {
      e = uint(first + 256 * STEP - begin);
      record = e / p[RECORD];
      k = e - record * p[RECORD];
    } else {
      record += recordsOn;
      k += unitsOn;
      bool over = k >= p[RECORD];
      record += over ? 1u : 0u;
      k -= over ? p[RECORD] : 0u;
    }
  }
}
