// A plain access pattern to compare with: an invocation writes one 32-bit word, an element of 4 bytes or two of 2, and finds its
// sources by division.
#extension GL_GOOGLE_include_directive : require

layout(local_size_x = 256) in;

// 1: elements of 2 bytes, two in a word.
layout(constant_id = 0) const int HALVES = 0;

layout(std430, binding = 0) readonly restrict buffer Source { uint source[]; };
layout(std430, binding = 1) writeonly restrict buffer Target { uint target[]; };
// Indices, or four mask bytes in a word.
layout(std430, binding = 2) readonly restrict buffer Second { uint second[]; };

// The tensor as [.., dim, inner]; by: a diagonal, a shift, or a fill.
layout(push_constant) uniform Push {
  uint words;
  uint dim;
  uint inner;
  uint sourceDim;
  int by;
};

uint ownWord() {
  return (gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x) * 256u + gl_LocalInvocationID.x;
}

uint element(uint e) {
  return HALVES == 1 ? (source[e >> 1] >> ((e & 1u) * 16u)) & 0xffffu : source[e];
}
