// indices: what all index functions say to each work-item. The exercise as-cpp compiles it as C++ as well.
//
// Data      out: 16 numbers for each work-item, in the order of the global ids, x first
// NDRange   2-D, any local_size and offset
// Memory    16 stores of 4 bytes per work-item

kernel void indices(global uint* out) {
  const size_t x = get_global_id(0) - get_global_offset(0);
  const size_t y = get_global_id(1) - get_global_offset(1);
  global uint* mine = out + 16 * (y * get_global_size(0) + x);
  for (uint d = 0; d < 2; ++d) {
    mine[0 + d] = get_global_id(d);
    mine[2 + d] = get_local_id(d);
    mine[4 + d] = get_group_id(d);
    mine[6 + d] = get_global_size(d);
    mine[8 + d] = get_local_size(d);
    mine[10 + d] = get_num_groups(d);
  }
  mine[12] = get_work_dim();
  mine[13] = get_global_id(2); // there is no third dimension: the id is 0, and the sizes are 1
  mine[14] = get_global_size(2);
  mine[15] = get_local_size(2);
}
