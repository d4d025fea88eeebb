// *result = the least of n numbers, one of which it holds at the beginning

kernel void least(global const float* in, volatile global float* result, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  if (signbit(in[i]))
    atomic_max((volatile global uint*)result, as_uint(in[i]));
  else
    atomic_min((volatile global int*)result, as_int(in[i]));
}
