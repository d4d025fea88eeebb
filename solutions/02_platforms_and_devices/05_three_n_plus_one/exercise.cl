// steps[i] = how many steps it takes from start[i] to 1.

kernel void collatz(global const int* start, global int* steps, uint count) {
  const size_t i = get_global_id(0);
  if (i >= count)
    return;
  ulong n = (ulong)start[i];
  int taken = 0;
  while (n != 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++taken;
  }
  steps[i] = taken;
}
