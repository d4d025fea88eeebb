// out[k] = in[0] + ... + in[k]; groups of one work-item. states: two words for each group, all 0 at first

kernel void chain(global const int* in, volatile global uint* states, volatile global uint* counter, global int* out) {
  const uint mine = atomic_inc(counter);
  uint sum = in[mine];
  if (mine > 0) {
    uint state;
    do
      state = atomic_add(states + mine - 1, 0u);
    while ((state & 1) == 0);
    sum += state / 2;
  }
  atomic_xchg(states + mine, 2 * sum + 1); // what it is, and that it is there
  out[mine] = sum;
}
