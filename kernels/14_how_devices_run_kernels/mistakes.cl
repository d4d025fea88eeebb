// Kernels with a mistake.

// [lockstep]
// Each work-item takes over a number from its neighbour. "Lanes run together, so the number is there":
// the barrier between the two lines is left out.
kernel void lockstep(global const int* in, global int* out, local int* tile) {
  const uint i = get_global_id(0), l = get_local_id(0), size = get_local_size(0);
  tile[l] = -1;
  barrier(CLK_LOCAL_MEM_FENCE);
  tile[l] = in[i];
  out[i] = tile[(l + 1) % size]; // has the neighbour been here?
}
// [/lockstep]

// [dead]
// Meant to measure multiply-adds; but nobody reads x.
kernel void dead(global float* result, float factor, float term, uint rounds) {
  float x = get_global_id(0);
  for (uint r = 0; r < rounds; ++r)
    x = x * factor + term;
  result[get_global_id(0)] = term;
}
// [/dead]

// NDRange: 1-D. As much local memory for each work-group as the host says.
kernel void takes_local(global int* out, local int* scratch) {
  scratch[get_local_id(0)] = 1;
  out[get_global_id(0)] = scratch[get_local_id(0)];
}
