// Rule: a pointer stays in its space.
// Each space may have its own instructions and even its own addresses, so there is no conversion
// from one to another. Copy the data, not the pointer.

kernel void twice(global float* x) {
  local float tile[1];
  local float* p = tile;
  p[0] = x[0]; // <-
  p[0] *= 2.0f;
  x[0] = p[0];
}
