// counts[i] = how many components of in[i] are larger than limit

kernel void count_larger(global const float4* in, global int* counts, float limit, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const int4 larger = in[i] > (float4)(limit);
  counts[i] = larger.x + larger.y + larger.z + larger.w;
}
