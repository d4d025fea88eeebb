// The device's part of this chapter's plans: what comes before and after the host's own functions.
//
// multiply     data[i] = factor * data[i]. data: n uints in global memory
// square_root  data[i] = sqrt(data[i]). data: n floats in global memory, none negative
//
// NDRange      1-D, global_size >= n, any local_size
// Memory       1 load and 1 store of 4 bytes per element
// Work         1 multiplication, or 1 square root, per element

kernel void multiply(global uint* data, uint factor, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    data[i] = factor * data[i];
}

kernel void square_root(global float* data, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    data[i] = sqrt(data[i]);
}
