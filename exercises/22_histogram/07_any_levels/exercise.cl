// table[level] = where the level belongs, by how many values are below it; one work-group of any size

kernel void make_table(global const uint* counts, int levels, global ushort* table, local uint* sums,
                       local uint* before) {
  for (int level = get_local_id(0); level < levels; level += get_local_size(0))
    table[level] = level;
}
