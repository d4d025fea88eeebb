// numbers[i] takes the turns first, first + 1, ... : turn t makes 3 * number + t of it (modulo 2^32)

kernel void take_turns(global uint* numbers, uint n, uint first, uint turns) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  uint number = numbers[i];
  for (uint t = first; t < first + turns; ++t)
    number = 3 * number + t;
  numbers[i] = number;
}
