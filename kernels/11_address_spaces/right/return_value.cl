// Rule: a kernel returns void.
// The host that launches it gets an event. A thousand work-items would return a thousand values,
// so results go into a buffer.

kernel void count(global const int* data, uint n, global int* result) { // <-
  int positive = 0;
  for (uint i = 0; i < n; ++i)
    positive += data[i] > 0;
  *result = positive;
}
