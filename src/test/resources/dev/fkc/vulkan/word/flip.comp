#version 450
#include "word.glsl"

uint from(uint e) {
  uint before = e / (dim * inner);
  uint c = e / inner % dim;
  return (before * dim + dim - 1u - c) * inner + e % inner;
}

#include "moved.glsl"
