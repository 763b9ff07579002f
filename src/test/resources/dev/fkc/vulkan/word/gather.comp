#version 450
#include "word.glsl"

uint from(uint e) {
  return (e / (dim * inner) * sourceDim + second[e]) * inner + e % inner;
}

#include "moved.glsl"
