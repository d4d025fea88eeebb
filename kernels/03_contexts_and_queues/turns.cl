// take_turn: a turn of one of several players on the same numbers.
//
// Data      numbers: n uints, each becomes 3 * number + turn (modulo 2^32). The order of the turns
//           matters: two turns exchanged give other numbers
// NDRange   1-D, global_size >= n, any local_size
// Memory    1 load and 1 store of 4 bytes per number

kernel void take_turn(global uint* numbers, uint n, uint turn) {
  const size_t i = get_global_id(0);
  if (i < n)
    numbers[i] = 3 * numbers[i] + turn;
}
