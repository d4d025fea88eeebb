// *result = sum of all numbers; *arrived is 0 before the first launch

// What this work-item has done before is done for the work-items of all groups. (On NVIDIA's GPUs mem_fence() only reaches
// to the end of the work-group, so they get their own instruction.)
void fence_for_all_groups(void) {
#ifdef __NV_CL_C_VERSION
  asm volatile("membar.gl;" ::: "memory");
#else
  mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
}

kernel void total(global const int* in, uint n, volatile global int* sums, volatile global uint* arrived,
                  global int* result, local int* tile) {
  const uint item = get_local_id(0), size = get_local_size(0), groups = get_num_groups(0);
  local uint place[1];
  int mine = 0;
  for (uint i = get_global_id(0); i < n; i += get_global_size(0))
    mine += in[i];
  tile[item] = mine;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0) {
    int sum = 0;
    for (uint k = 0; k < size; ++k)
      sum += tile[k];
    atomic_xchg(sums + get_group_id(0), sum);
    fence_for_all_groups();
    place[0] = atomic_inc(arrived);
    fence_for_all_groups();
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (item == 0 && place[0] == groups - 1) {
    int sum = 0;
    for (uint g = 0; g < groups; ++g)
      sum += atomic_xchg(sums + g, 0);
    *result = sum;
  }
}
