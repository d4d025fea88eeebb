// The pair (first, second) of each work-item, first < second < n, written at its place in the piece.

kernel void pair_of(global uint* first, global uint* second, uint n) {
  const size_t number = get_global_id(0);
  if (number >= n * (n - 1) / 2)
    return;
  uint j = 1;
  while (j * (j + 1) / 2 <= number)
    ++j;
  first[number] = number - j * (j - 1) / 2;
  second[number] = j;
}
