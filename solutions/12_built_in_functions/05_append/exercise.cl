// list = the positive numbers of in, *count = how many

kernel void keep_positive(global const float* in, global float* list, global int* count, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float x = in[i];
  if (x > 0.0f)
    list[atomic_inc(count)] = x;
}
