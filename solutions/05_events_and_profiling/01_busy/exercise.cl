// busy: applies the step x -> 1664525 * x + 1013904223 to x[i], `steps` times. The numbers wrap around
// at 2^32, as unsigned numbers do.

kernel void busy(global const uint* x, global uint* result, uint steps, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  uint value = x[i];
  for (uint step = 0; step < steps; ++step)
    value = 1664525 * value + 1013904223;
  result[i] = value;
}
