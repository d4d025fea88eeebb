// steps[i] = how many steps it takes from start[i] to a number below it

kernel void falls_below(global const int* start, global int* steps, uint count) {
  const size_t i = get_global_id(0);
  if (i >= count)
    return;
  const int first = start[i];
  int taken = 0;
  ulong n = (ulong)first;
  while (n >= (ulong)first && first > 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++taken;
  }
  steps[i] = taken;
}
