// For `./learn doctor`: the least that every device must be able to do.
//
//   out[i] = factor * in[i] + i      integers, so that only one answer is right
//
// NDRange: 1-D, at least `count` work-items, any local size. Memory: one load and one store for
// each of the `count` elements.
kernel void doctor(global const int* in, global int* out, int factor, int count) {
  const int i = get_global_id(0);
  if (i < count)
    out[i] = factor * in[i] + i;
}
