// c[i] = alpha * a[i] + b[i], one work-item for each element.

kernel void scale_and_add(global const float* a, global const float* b, global float* c,
                          float alpha, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    c[i] = a[i] + b[i];
}
