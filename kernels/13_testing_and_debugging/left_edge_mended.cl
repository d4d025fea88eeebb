// The largest of each number and its neighbours. Nothing is subtracted before the test.
kernel void dilate(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  float largest = in[i];
  if (i >= 1)
    largest = fmax(largest, in[i - 1]);
  if (i + 1 < n)
    largest = fmax(largest, in[i + 1]);
  out[i] = largest;
}
