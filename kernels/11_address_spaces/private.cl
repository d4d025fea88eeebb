// A private array of SIZE ints (a power of two), changed UPDATES times. With STEP the index is known to
// the compiler, and without it comes from the host. The results are the same for step = STEP.
// NDRange: one dimension, any size.

#ifndef SIZE
#define SIZE 16
#endif
#define UPDATES 4096

#ifdef STEP
#define UNROLL _Pragma("unroll")
#define INDEX(k) ((k) * STEP % SIZE) // a number, once the loop is unrolled
#else
#define UNROLL
#define INDEX(k) ((k) * step % SIZE) // known when the kernel runs
#endif

// [table]
kernel void private_table(global uint* out, uint step) {
  uint table[SIZE]; // as many of these as there are work-items
  UNROLL
  for (uint k = 0; k < SIZE; ++k)
    table[k] = get_global_id(0) + k;
  for (uint round = 0; round < UPDATES / SIZE; ++round) {
    UNROLL
    for (uint k = 0; k < SIZE; ++k)
      table[INDEX(k)] = table[INDEX(k)] * 3 + round;
  }
  uint sum = 0;
  UNROLL
  for (uint k = 0; k < SIZE; ++k)
    sum += table[k] ^ k;
  out[get_global_id(0)] = sum;
}
// [/table]
