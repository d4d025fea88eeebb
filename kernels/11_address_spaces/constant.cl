// Constant memory: tables in the program, and one table of 1024 numbers in three spaces.
// NDRange: one dimension, any size. The sums are of integers, so the order does not matter.

// [tables]
constant int primes[8] = {2, 3, 5, 7, 11, 13, 17, 19}; // program scope

kernel void three_tables(global int* out) {
  constant int squares[8] = {0, 1, 4, 9, 16, 25, 36, 49}; // inside of a kernel, with its values
  const int cubes[8] = {0, 1, 8, 27, 64, 125, 216, 343};  // const, yet private: each work-item's own
  const size_t i = get_global_id(0);
  out[i] = primes[i % 8] + 100 * squares[i % 8] + 10000 * cubes[i % 8];
}
// [/tables]

// [sums]
#define LENGTH 1024
#define READS 1024

// spread = 0: all work-items read the same element at the same time. Otherwise neighbours read
// elements that are `spread` apart.
#define SUM(table)                                                                                 \
  uint sum = 0;                                                                                    \
  for (uint k = 0; k < READS; ++k)                                                                 \
    sum += table[(k + get_local_id(0) * spread) % LENGTH] * (k | 1);                               \
  out[get_global_id(0)] = sum

kernel void sum_constant(global uint* out, constant uint* table, local uint* tile, uint spread) {
  SUM(table);
}

kernel void sum_global(global uint* out, global const uint* table, local uint* tile, uint spread) {
  SUM(table);
}

kernel void sum_local(global uint* out, global const uint* table, local uint* tile, uint spread) {
  for (uint k = get_local_id(0); k < LENGTH; k += get_local_size(0))
    tile[k] = table[k];
  barrier(CLK_LOCAL_MEM_FENCE);
  SUM(tile);
}
// [/sums]

// [last]
// out[0] is the last element of a table that may be larger than constant memory.
kernel void last_element(global int* out, constant int* table, ulong last) {
  out[0] = table[last];
}
// [/last]
