// The group's numbers that are not 0, without gaps; counts[group] = how many they are

kernel void compact(global const int* in, uint n, global int* out, global uint* counts, local uint* places) {
  const uint i = get_global_id(0), item = get_local_id(0), size = get_local_size(0);
  const int keep = i < n && in[i] != 0;
  places[item] = keep;
  for (uint stride = 1; stride < size; stride *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint left = item >= stride ? places[item - stride] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    places[item] += left;
  }
  if (keep)
    out[get_group_id(0) * size + places[item] - 1] = in[i];
  if (item == size - 1)
    counts[get_group_id(0)] = places[item];
}
