// squares[i] = in[i] * in[i]; steps[i] = squares[i] - squares[i - 1], and squares[0] for i = 0

kernel void first(global const float* in, global float* squares, global float* steps, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  squares[i] = in[i] * in[i];
  steps[i] = i > 0 ? squares[i] - squares[i - 1] : squares[i];
}

kernel void second(global const float* squares, global float* steps, uint n) {
  // first has done it already
}
