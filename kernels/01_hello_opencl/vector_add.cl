// vector_add: c[i] = a[i] + b[i], one work-item for each element.
//
// Data      a, b, c: n floats each, in global memory
// NDRange   1-D, global_size >= n (n rounded up to whole work-groups), any local_size
// Memory    2 loads and 1 store of 4 bytes per element; no local memory
// Work      1 addition per element

kernel void vector_add(global const float* a, global const float* b, global float* c, uint n) {
  const size_t i = get_global_id(0); // which work-item am I?
  if (i < n)                         // the guard: the last work-group may reach past the end
    c[i] = a[i] + b[i];
}
