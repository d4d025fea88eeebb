// The numbers of each work-group back to front; tile: a float for each work-item of the group.

kernel void reverse_groups(global const float* in, global float* out, local float* tile) {
  const size_t l = get_local_id(0);
  tile[l] = in[get_global_id(0)];
  out[get_global_id(0)] = tile[get_local_size(0) - 1 - l];
}
