// to[i] = (from[i - 1] + 2 * from[i] + from[i + 1]) / 4; at the ends the number itself stands in for the missing neighbour.

kernel void smooth(global const int* from, global int* to, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const int left = i > 0 ? from[i - 1] : from[i];
  const int right = i + 1 < n ? from[i + 1] : from[i];
  to[i] = (left + 2 * from[i] + right) / 4;
}
