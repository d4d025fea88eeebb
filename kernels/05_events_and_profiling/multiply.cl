// multiply: data[i] = factor * data[i], and a kernel that does nothing at all.
//
// multiply  data: n uints in global memory. NDRange: 1-D, global_size >= n, any local_size.
//           1 load and 1 store of 4 bytes per element, 1 multiplication
// nothing   no arguments, any NDRange: what is left of a launch when the kernel costs nothing

kernel void multiply(global uint* data, uint factor, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    data[i] = factor * data[i];
}

kernel void nothing(void) {}
