#version 450
// Takes apart records of a few units that lie one after the other: unit k of every record becomes row k of the output. A workgroup
// stages a run of records in shared memory.
#include "access.glsl"
#include "steps.glsl"

// Units of a record, records, and batches of both.
const int RECORD = REST;
const int RECORDS = REST + 1;
const int BATCHES = REST + 2;
// Records of a workgroup, a multiple of 4, and workgroups of a batch.
const int TOGETHER = REST + 3;
const int GROUPS = REST + 4;
// Source bytes between batches.
const int BATCH_STRIDE = REST + 5;

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
  ADDRESS source = ADDRESS_AT(SOURCE) + ADDRESS(batch) * ADDRESS_AT(BATCH_STRIDE) + ADDRESS(record0) * ADDRESS(p[RECORD] * uint(UNIT));
  uint skipped = uint(source) & 15u;
  uint bytes = skipped + records * p[RECORD] * uint(UNIT);
  [[unroll]] for (uint n = 0u; n < 4u; n++) {
    uint i = gl_LocalInvocationID.x + n * 256u;
    if (i * 16u < bytes) {
      uvec4 v = sourceQuad(source - ADDRESS(skipped) + ADDRESS(i * 16u));
      [[unroll]] for (uint w = 0u; w < 4u; w++) {
        stage[i * 4u + w] = v[w];
      }
    }
  }
  barrier();

  // A row's part takes one step more than it holds whole, since it may begin within one. Rows go to subsets of the invocations.
  uint steps = p[TOGETHER] / uint(STEP) + 1u;
  for (uint k = gl_LocalInvocationID.x / 32u; k < p[RECORD]; k += 8u) {
    int rowStart = int((batch * p[RECORD] + k) * p[RECORDS] + record0);
    uint g0 = (p[HEAD] + uint(rowStart)) / uint(STEP);
    for (uint s = gl_LocalInvocationID.x & 31u; s < steps; s += 32u) {
      int first = int(g0 + s) * STEP - int(p[HEAD]) - rowStart;
      int from = max(0, -first);
      int to = min(STEP, int(records) - first);
      if (from >= to) {
        continue;
      }
      uvec4 units[4];
      uint a = skipped + (uint(max(first, 0)) * p[RECORD] + k) * uint(UNIT);
      [[unroll]] for (int n = 0; n < STEP; n++) {
        units[n] = stagedUnit(a);
        a += n >= from && n + 1 < to ? p[RECORD] * uint(UNIT) : 0u;
      }
      storeStep(g0 + s, units, from, to);
    }
  }
}
