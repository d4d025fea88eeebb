// strength[k] = |X[k]|^2: how strongly frequency k is in n real numbers

kernel void strengths(global const float* x, int n, global float* strength) {
  const int k = get_global_id(0);
  if (k >= n)
    return;
  float re = 0.0f, im = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float turns = (float)(i * k % n) / n;
    re += x[i] * cospi(2.0f * turns);
    im -= x[i] * sinpi(2.0f * turns);
  }
  strength[k] = re * re + im * im;
}
