// steps[i] = how many steps it takes from start[i] to a number below it

kernel void falls_below(global const int* start, global int* steps, uint count) {
  const size_t i = get_global_id(0);
  if (i >= count)
    return;
  steps[i] = 0;
  ulong n = (ulong)start[i];
  while (n >= (ulong)start[i] && start[i] > 1) {
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
    ++steps[i];
  }
}
