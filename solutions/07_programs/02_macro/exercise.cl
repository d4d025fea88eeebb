// d[i] = (a[i] - b[i]) squared

float square(float x) {
  return x * x;
}

kernel void distances(global const float* a, global const float* b, global float* d, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    d[i] = square(a[i] - b[i]);
}
