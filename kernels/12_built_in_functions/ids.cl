// Which work-item am I, as a single number?
//
// Data      global_ids, local_ids, groups: one number for each work-item, in the order of the global
//           linear ids; sizes: one number
// NDRange   1-D, 2-D or 3-D, any local_size and offset
// Memory    linear: 3 stores of 4 bytes per work-item; built_in: 3 stores, needs OpenCL C 2.0 or 3.0

// [linear]
size_t global_linear_id(void) { // what get_global_linear_id() returns from OpenCL C 2.0 on
  const size_t x = get_global_id(0) - get_global_offset(0);
  const size_t y = get_global_id(1) - get_global_offset(1);
  const size_t z = get_global_id(2) - get_global_offset(2);
  return (z * get_global_size(1) + y) * get_global_size(0) + x;
}

size_t local_linear_id(void) {
  return (get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) +
         get_local_id(0);
}

size_t group_linear_id(void) { // there is no built-in function for this one before sub-groups came
  return (get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) +
         get_group_id(0);
}
// [/linear]

kernel void linear(global uint* global_ids, global uint* local_ids, global uint* groups,
                   global uint* sizes) {
  const size_t i = global_linear_id();
  global_ids[i] = i;
  local_ids[i] = local_linear_id();
  groups[i] = group_linear_id();
  if (i == 0) {
    sizes[0] = sizeof(get_global_id(0));
    sizes[1] = get_work_dim();
    sizes[2] = sizeof(get_work_dim());
  }
}

#if __OPENCL_C_VERSION__ >= 200
// [built-in]
kernel void built_in(global uint* global_ids, global uint* local_ids, global uint* enqueued,
                     global uint* zeros) {
  const size_t i = get_global_linear_id();
  global_ids[i] = i;
  local_ids[i] = get_local_linear_id();
  enqueued[i] = get_enqueued_local_size(0); // get_local_size(0) is less in a smaller last group
  zeros[i] = ctz((uint)i);                  // how many zeros come after the last one bit
}
// [/built-in]
#endif
