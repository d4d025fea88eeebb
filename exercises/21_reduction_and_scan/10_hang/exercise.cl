// passed[k] = in[0] + ... + in[k]; groups of one work-item

kernel void chain(global const int* in, volatile global int* passed, volatile global uint* counter) {
  const uint mine = get_num_groups(0) - 1 - get_group_id(0);
  int before = 0;
  if (mine > 0)
    do
      before = atomic_add(passed + mine - 1, 0);
    while (before < 0);
  atomic_xchg(passed + mine, before + in[mine]);
}
