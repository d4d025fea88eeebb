// out[i] = in[i] with red and blue exchanged.

kernel void swap_red_and_blue(global const uchar4* in, global uchar4* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = in[i].zyxw;
}
