// Atomic functions of 32 bits, in global and in local memory.
//
// Data      cells: 11 ints, unsigned_cells: 2; local_cells: 2; old_...: one number for each work-item
// NDRange   1-D, any global_size and local_size
// Memory    16 atomic accesses of 4 bytes and 3 stores per work-item; 2 atomics of local memory

// [every-atomic]
kernel void every_atomic(volatile global int* cells, volatile global uint* unsigned_cells,
                         volatile global float* last, global int* old_count,
                         global int* old_id, global float* old_last) {
  const int id = get_global_id(0);
  old_count[id] = atomic_add(cells + 0, 3); // returns what was there before
  atomic_sub(cells + 1, 2);
  old_id[id] = atomic_xchg(cells + 2, id);
  atomic_inc(cells + 3);
  atomic_dec(cells + 4);
  atomic_min(cells + 5, 7 - id);
  atomic_max(cells + 6, id - 7);
  atomic_and(cells + 7, ~(1 << id % 31));
  atomic_or(cells + 8, 1 << id % 31);
  atomic_xor(cells + 9, 1 << id % 31);
  atomic_cmpxchg(cells + 10, -1, id); // only the first one finds -1
  atomic_min(unsigned_cells + 0, (uint)(7 - id)); // negative numbers are large ones here
  atomic_max(unsigned_cells + 1, (uint)(7 - id));
  old_last[id] = atomic_xchg(last, (float)id); // the only one for floats
}
// [/every-atomic]

// [count-local]
kernel void count_local(global const int* numbers, volatile global int* positive, uint n) {
  local int in_group;
  if (get_local_id(0) == 0)
    in_group = 0; // local memory has no initialisers
  barrier(CLK_LOCAL_MEM_FENCE);
  const size_t i = get_global_id(0);
  if (i < n && numbers[i] > 0)
    atomic_inc(&in_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_add(positive, in_group); // one for each work-group
}
// [/count-local]

// [count]
kernel void count(global const int* numbers, volatile global int* positive, uint n) {
  const size_t i = get_global_id(0);
  if (i < n && numbers[i] > 0)
    atomic_inc(positive);
}

// "Without the costly branch": each work-item adds its number, also where it is a 0.
kernel void count_ones(global const int* zeros_and_ones, volatile global int* ones, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    atomic_add(ones, zeros_and_ones[i]);
}
// [/count]

// [add-float]
void add_float(volatile global float* sum, float value) {
  volatile global uint* bits = (volatile global uint*)sum;
  uint expected = 0; // a guess: where it is wrong, the first round tells what is there
  for (;;) {
    const uint wanted = as_uint(as_float(expected) + value);
    const uint found = atomic_cmpxchg(bits, expected, wanted);
    if (found == expected)
      return; // no other work-item came in between, and `wanted` is stored
    expected = found;
  }
}
// [/add-float]

kernel void sum_floats(global const float* values, volatile global float* sum, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    add_float(sum, values[i]);
}

// [contention]
kernel void contend(volatile global int* counters, uint count, uint stride, uint rounds) {
  volatile global int* mine = counters + get_global_id(0) % count * stride;
  for (uint round = 0; round < rounds; ++round)
    atomic_inc(mine);
}
// [/contention]

kernel void contend_local(volatile global int* counter, uint rounds) {
  local int in_group;
  if (get_local_id(0) == 0)
    in_group = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  for (uint round = 0; round < rounds; ++round)
    atomic_inc(&in_group);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    atomic_add(counter, in_group);
}
