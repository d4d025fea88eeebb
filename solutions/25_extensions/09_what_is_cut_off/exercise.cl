// out[2 * i] = a[i] + b[i], rounded; out[2 * i + 1] = what rounding has cut off

kernel void exact_sums(global const float* a, global const float* b, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float sum = a[i] + b[i];
  const float part = sum - a[i]; // what has arrived of b
  out[2 * i] = sum;
  out[2 * i + 1] = (a[i] - (sum - part)) + (b[i] - part);
}
