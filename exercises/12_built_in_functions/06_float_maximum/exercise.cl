// *result = the bits of the largest of n numbers, none of which is negative

kernel void largest(global const float* in, global int* result, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    atomic_max(result, (int)in[i]);
}
