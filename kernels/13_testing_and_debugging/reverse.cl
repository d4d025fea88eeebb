// reverse: each work-group turns its piece round, by way of local memory. For the exhibit local-bytes,
// whose mistake is on the host.
//
// Data      in, out: as many floats as work-items; tile: one float for each work-item of a group

kernel void reverse(global const float* in, global float* out, local float* tile) {
  const size_t i = get_global_id(0), l = get_local_id(0);
  tile[l] = in[i];
  barrier(CLK_LOCAL_MEM_FENCE);
  out[i] = tile[get_local_size(0) - 1 - l];
}
