// counts[v] = how many pixels have the value v; `mine` has a counter for each value

kernel void histogram(global const uchar* in, int width, int height, volatile global uint* counts,
                      local uint* mine) {
  const int x = get_global_id(0), y = get_global_id(1);
  const uint item = get_local_id(1) * get_local_size(0) + get_local_id(0);
  const uint size = get_local_size(1) * get_local_size(1);
  for (uint v = item; v < 256; v += size)
    mine[v] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (x < width && y < height)
    atomic_inc(&mine[in[y * width + x]]);
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint v = item; v < 256; v += size)
    atomic_add(&counts[v], mine[v]);
}
