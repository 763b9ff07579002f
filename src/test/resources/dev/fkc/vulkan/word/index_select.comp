#version 450
#include "word.glsl"

uint from(uint e) {
  uint before = e / (dim * inner);
  uint c = e / inner % dim;
  return (before * sourceDim + min(second[c], sourceDim - 1u)) * inner + e % inner;
}

#include "moved.glsl"
