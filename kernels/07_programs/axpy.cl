// axpy: y = a * x + y, a kernel that is small enough to read what a compiler makes of it.
//
// Data      x, y: a float for each work-item, in global memory
// NDRange   1-D, exactly as many work-items as there are elements, any local_size
// Memory    2 loads and 1 store of 4 bytes per element

kernel void axpy(global const float* restrict x, global float* restrict y, float a) {
  const size_t i = get_global_id(0);
  y[i] = a * x[i] + y[i];
}
