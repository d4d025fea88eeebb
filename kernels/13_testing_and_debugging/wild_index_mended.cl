// Gathers numbers. An index that leads out of the input gives 0; a negative one is a large uint.
kernel void gather(global const float* in, global const int* where, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = (uint)where[i] < n ? in[where[i]] : 0.0f;
}
