// Rule: the length of an array is a constant.
// Nothing can be allocated while a kernel runs. Give the length to the compiler (-D), or let the host
// pass the array: as an argument, local memory has any length.

kernel void mirror(global float* x, uint n) {
  local float tile[n]; // <-
  tile[get_local_id(0)] = x[get_global_id(0)];
  barrier(CLK_LOCAL_MEM_FENCE);
  x[get_global_id(0)] = tile[n - 1 - get_local_id(0)];
}
