// Units of what a workgroup has staged: the including shader declares `shared uint stage[]`.

// The unit at a byte of the stage, in the low bits.
uvec4 stagedUnit(uint a) {
  uint w = stage[a >> 2];
  if (UNIT_LOG2 == 0) {
    return uvec4((w >> ((a & 3u) * 8u)) & 0xffu, 0, 0, 0);
  }
  if (UNIT_LOG2 == 1) {
    return uvec4((w >> ((a & 2u) * 8u)) & 0xffffu, 0, 0, 0);
  }
  return uvec4(w, UNIT_LOG2 == 3 ? stage[(a >> 2) + 1u] : 0u, 0, 0);
}
