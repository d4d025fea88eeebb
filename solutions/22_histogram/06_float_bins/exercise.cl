// limits = the smallest and the largest number; one work-group, whose size is a power of two
kernel void range(global const float* in, uint n, global float* limits, local float2* found) {
  const uint item = get_local_id(0);
  float2 mine = (float2)(INFINITY, -INFINITY);
  for (uint i = item; i < n; i += get_local_size(0))
    mine = (float2)(fmin(mine.x, in[i]), fmax(mine.y, in[i]));
  found[item] = mine;
  for (uint reach = get_local_size(0) / 2; reach > 0; reach /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < reach)
      found[item] = (float2)(fmin(found[item].x, found[item + reach].x),
                             fmax(found[item].y, found[item + reach].y));
  }
  if (item == 0) {
    limits[0] = found[0].x;
    limits[1] = found[0].y;
  }
}

// counts[b] = how many numbers are in bin b
kernel void histogram(global const float* in, uint n, global const float* limits, int bins,
                      volatile global uint* counts, local uint* mine) {
  const float low = limits[0], high = limits[1];
  for (int b = get_local_id(0); b < bins; b += get_local_size(0))
    mine[b] = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint i = get_global_id(0); i < n; i += get_global_size(0)) {
    const float x = in[i];
    if (isnan(x))
      continue;
    int b = 0;
    if (high > low)
      b = min((int)((x - low) / (high - low) * bins), bins - 1);
    atomic_inc(&mine[b]);
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int b = get_local_id(0); b < bins; b += get_local_size(0))
    atomic_add(&counts[b], mine[b]);
}
