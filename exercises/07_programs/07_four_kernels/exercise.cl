// add, subtract, multiply, divide: out[i] = a[i] op b[i]

kernel void add(global const float* a, global const float* b, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = a[i] + b[i];
}
