// out[k] = in[0] + ... + in[k]; groups of one work-item. states: two words for each group, all 0 at first

kernel void chain(global const int* in, volatile global uint* states, volatile global uint* counter, global int* out) {
  const uint mine = atomic_inc(counter);
  uint sum = in[mine];
  if (mine > 0) {
    while (atomic_add(states + 2 * (mine - 1), 0u) == 0)
      ;
    sum += states[2 * (mine - 1) + 1];
  }
  states[2 * mine + 1] = sum;        // what it is,
  atomic_xchg(states + 2 * mine, 1u); // and that it is there
  out[mine] = sum;
}
