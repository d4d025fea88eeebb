// One small kernel for each extension that only kernels notice. Chosen by -D, since each needs its extension.
#ifdef SUB_GROUPS
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
kernel void sub_groups(global uint* out) { // how many work-items each one's sub-group has
  out[get_global_id(0)] = sub_group_reduce_add(1u);
}
#endif

#ifdef BALLOT
#pragma OPENCL EXTENSION cl_khr_subgroups : enable
#pragma OPENCL EXTENSION cl_khr_subgroup_ballot : enable
kernel void ballot(global uint* out) { // the lowest 32 votes: the even ones say yes
  out[get_global_id(0)] = sub_group_ballot(get_sub_group_local_id() % 2 == 0).x;
}
#endif

#ifdef UNROLL
kernel void unrolled(global uint* out) { // a triangular number
  uint sum = 0;
#pragma unroll 4
  for (uint i = 0; i < 100; ++i)
    sum += i * out[get_global_id(0)];
  out[get_global_id(0)] = sum;
}
#endif

