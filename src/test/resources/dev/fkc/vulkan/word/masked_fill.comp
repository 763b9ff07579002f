#version 450
#include "word.glsl"

bool filled(uint e) {
  return ((second[e >> 2] >> ((e & 3u) * 8u)) & 0xffu) != 0u;
}

void main() {
  uint i = ownWord();
  if (i >= words) {
    return;
  }
  uint v = source[i];
  uint fill = uint(by);
  if (HALVES == 1) {
    uint low = filled(2u * i) ? fill : v;
    uint high = filled(2u * i + 1u) ? fill : v;
    target[i] = (low & 0xffffu) | (high & 0xffff0000u);
  } else {
    target[i] = filled(i) ? fill : v;
  }
}
