// collatz: steps[i] = how many steps of the Collatz sequence lead from i + 1 to 1.
//
// A step halves an even number and makes 3x + 1 of an odd one. All arithmetic, hardly any memory:
// the time depends on the number of compute units and nothing else, which is what is on show.
//
// Data      steps: n ints in global memory
// NDRange   1-D, global_size >= n, any local_size
// Memory    1 store of 4 bytes per element; no loads, no local memory
// Work      as many steps as come out; 27 takes 111

kernel void collatz(global int* steps, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  ulong value = i + 1;
  int count = 0;
  while (value != 1) {
    value = (value & 1) ? 3 * value + 1 : value / 2;
    ++count;
  }
  steps[i] = count;
}
