// The pair (first, second) of each work-item, first < second < n, written at its place in the piece.

kernel void pair_of(global uint* first, global uint* second, uint n) {
  const ulong number = get_global_id(0), things = n;
  if (number >= things * (things - 1) / 2)
    return;
  ulong low = 1, high = things; // low (low - 1) / 2 <= number < high (high - 1) / 2
  while (high - low > 1) {
    const ulong middle = (low + high) / 2;
    if (middle * (middle - 1) / 2 <= number)
      low = middle;
    else
      high = middle;
  }
  const size_t place = get_global_id(0) - get_global_offset(0);
  first[place] = (uint)(number - low * (low - 1) / 2);
  second[place] = (uint)low;
}
