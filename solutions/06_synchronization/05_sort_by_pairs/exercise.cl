// One round: compares the elements of each pair and exchanges them if the first is larger. Even rounds have the pairs
// (0, 1), (2, 3), ..., odd rounds (1, 2), (3, 4), ...; work-item k has pair k.

kernel void exchange(global int* data, uint round, uint n) {
  const size_t i = 2 * get_global_id(0) + round % 2;
  if (i + 1 >= n)
    return;
  const int a = data[i], b = data[i + 1];
  data[i] = min(a, b);
  data[i + 1] = max(a, b);
}
