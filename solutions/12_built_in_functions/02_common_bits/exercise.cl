// out[i] = in how many bits a[i] and b[i] agree

kernel void common_bits(global const uint* a, global const uint* b, global int* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = (int)popcount(~(a[i] ^ b[i]));
}
