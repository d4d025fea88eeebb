// own_fill: writes `count` numbers, numbers[first] and those after it, by repeating the pattern.

kernel void own_fill(global int* numbers, global const int* pattern, uint length, uint first,
                     uint count) {
  const size_t i = get_global_id(0);
  if (i >= count)
    return;
  numbers[first + i] = pattern[i % length];
}
