// table[level] = where the level belongs, by how many values are below it; one work-group of any size

kernel void make_table(global const uint* counts, int levels, global ushort* table, local uint* sums,
                       local uint* before) {
  const int item = get_local_id(0), size = get_local_size(0);
  for (int level = item; level < levels; level += size)
    sums[level] = counts[level];
  for (int reach = 1; reach < levels; reach *= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int level = item; level < levels; level += size)
      before[level] = sums[level];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int level = item; level < levels; level += size)
      if (level >= reach)
        sums[level] = before[level] + before[level - reach];
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  int lowest = 0;
  while (sums[lowest] == 0)
    ++lowest;
  const uint first = sums[lowest], all = sums[levels - 1] - first;
  for (int level = item; level < levels; level += size)
    if (all == 0)
      table[level] = level;
    else
      table[level] = ((ulong)(max(sums[level], first) - first) * (levels - 1) + all / 2) / all;
}
