// Rule: local variables are declared in kernels only.
// The host reserves the memory of a work-group before the launch: it is a property of the kernel.
// A function gets a pointer.

float mirrored(float x, local float* tile) {
  tile[get_local_id(0)] = x;
  barrier(CLK_LOCAL_MEM_FENCE);
  return tile[get_local_size(0) - 1 - get_local_id(0)];
}

kernel void mirror(global float* x) {
  local float tile[64]; // <-
  x[get_global_id(0)] = mirrored(x[get_global_id(0)], tile);
}
