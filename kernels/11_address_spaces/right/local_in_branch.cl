// Rule: local variables are declared at the top of a kernel, not inside braces.
// All work-items of the group share it, including those that do not enter the branch.

kernel void mirror(global float* x, int on) {
  local float tile[64]; // <-
  if (on) {
    tile[get_local_id(0)] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    x[get_global_id(0)] = tile[get_local_size(0) - 1 - get_local_id(0)];
  }
}
