// shift: in each work-group every number becomes that of its right neighbour, and the last the first.
//
// Data      x: one int for each work-item, changed in place
// NDRange   1-D; the local size divides the global size
// Local     shared: one int for each work-item of the group
// Memory    each work-item: 1 load and 1 store of global memory, 1 store and 1 load of local memory

kernel void shift(global int* x, local int* shared) {
  const size_t l = get_local_id(0), size = get_local_size(0);
  shared[l] = x[get_global_id(0)];              // put my number where my group can see it,
  barrier(CLK_LOCAL_MEM_FENCE);                 // wait until the whole group has done so,
  x[get_global_id(0)] = shared[(l + 1) % size]; // and take what my neighbour has put there
}
