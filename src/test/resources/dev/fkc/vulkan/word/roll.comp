#version 450
#include "word.glsl"

uint from(uint e) {
  uint before = e / (dim * inner);
  uint c = e / inner % dim;
  return (before * dim + (c + dim - uint(by)) % dim) * inner + e % inner;
}

#include "moved.glsl"
