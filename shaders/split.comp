#version 450
// Takes apart records of a few units that lie one after the other: unit k of every record becomes row k of the output. A workgroup
// stages a run of records in shared memory.
#include "access.glsl"
#include "fours.glsl"

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

  // A row's part takes one group of four more than it holds whole, since it may begin within one.
  uint fours = p[TOGETHER] / 4u + 1u;
  for (uint i = gl_LocalInvocationID.x; i < p[RECORD] * fours; i += 256u) {
    uint k = i / fours;
    int rowStart = int((batch * p[RECORD] + k) * p[RECORDS] + record0);
    uint g = (p[HEAD] + uint(rowStart)) / 4u + (i - k * fours);
    int first = int(g) * 4 - int(p[HEAD]) - rowStart;
    int from = max(0, -first);
    int to = min(4, int(records) - first);
    if (from < to) {
      uvec4 units[4];
      [[unroll]] for (int n = 0; n < 4; n++) {
        uint record = uint(clamp(first + n, 0, int(records) - 1));
        units[n] = stagedUnit(skipped + (record * p[RECORD] + k) * uint(UNIT));
      }
      storeFour(g, units, from, to);
    }
  }
}
