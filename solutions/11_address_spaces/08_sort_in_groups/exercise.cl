// Each work-group sorts its own numbers, the smallest first.

kernel void sort(global const float* in, global float* out, local float* tile, uint n) {
  const uint i = (uint)get_global_id(0);
  const uint l = (uint)get_local_id(0);
  const uint size = (uint)get_local_size(0);
  tile[l] = i < n ? in[i] : INFINITY;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint run = 2; run <= size; run *= 2)
    for (uint reach = run / 2; reach > 0; reach /= 2) {
      const uint other = l ^ reach;
      if (other > l) {
        const float a = tile[l], b = tile[other];
        const bool up = (l & run) == 0;
        if (up ? a > b : a < b) {
          tile[l] = b;
          tile[other] = a;
        }
      }
      barrier(CLK_LOCAL_MEM_FENCE);
    }
  if (i < n)
    out[i] = tile[l];
}
