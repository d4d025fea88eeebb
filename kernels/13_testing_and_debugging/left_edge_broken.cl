// The largest of each number and its neighbours. A size_t is never below 0: the test on the left
// is always true.
kernel void dilate(global const float* in, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  float largest = in[i];
  if (i - 1 >= 0)
    largest = fmax(largest, in[i - 1]);
  if (i + 1 < n)
    largest = fmax(largest, in[i + 1]);
  out[i] = largest;
}
