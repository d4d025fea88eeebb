// counts[group] = how many of the group's bytes are equal to x

kernel void count_equal(global const uchar* in, uint n, uchar x, global uint* counts, local uint* tile) {
  if (get_local_id(0) == 0)
    counts[get_group_id(0)] = 0;
}
