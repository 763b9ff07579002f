// Four words, the bytes of each being one row: word k of the result has byte k of each.
uvec4 transposeBytes(uvec4 v) {
  uvec4 even = (v & 0x00ff00ffu) | ((v.yxwz << 8) & 0xff00ff00u);
  uvec4 odd = ((v >> 8) & 0x00ff00ffu) | (v.yxwz & 0xff00ff00u);
  return uvec4(
      (even.x & 0xffffu) | (even.z << 16),
      (odd.x & 0xffffu) | (odd.z << 16),
      (even.x >> 16) | (even.z & 0xffff0000u),
      (odd.x >> 16) | (odd.z & 0xffff0000u));
}
