// The discriminant of a x^2 + b x + c: positive for two real roots, negative for none. No kernel: a
// function for kernels of other files, declared in discriminant.clh.

#include "discriminant.clh"

float discriminant(float a, float b, float c) {
  return b * b - 4.0f * a * c;
}
