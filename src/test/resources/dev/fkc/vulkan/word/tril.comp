#version 450
#include "word.glsl"

bool keep(uint e) {
  return int(e % inner) - int(e / inner % dim) <= by;
}

#include "kept.glsl"
