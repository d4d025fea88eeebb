// *result += the sum of all numbers; tile: an int for each work-item of the group

kernel void total(global const int* in, global int* result, local int* tile) {
  const size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
  if (l == 0) {
    int sum = 0;
    for (size_t k = 0; k < get_local_size(0); ++k)
      sum += tile[k];
    *result += sum;
  }
  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}
