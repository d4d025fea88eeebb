// busy: applies the step x -> 1664525 * x + 1013904223 to x[i], `steps` times. The numbers wrap around
// at 2^32, as unsigned numbers do.

kernel void busy(global const uint* x, global uint* result, uint steps, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  result[i] = 1664525 * x[i] + 1013904223;
}
