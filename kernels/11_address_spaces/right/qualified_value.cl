// Rule: an argument that is a value has no address space.
// Values are copied into private memory. The word belongs to what a pointer points to.

kernel void add(global float* x, float y) { // <-
  x[get_global_id(0)] += y;
}
