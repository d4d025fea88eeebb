// X[k] = sum of x[i] e^(-2 pi i k i/n), for real numbers x

kernel void dft_real(global const float* x, int n, global float2* X) {
  const int k = get_global_id(0);
  if (k >= n)
    return;
  float2 sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float t = 2.0f * M_PI_F * (float)(i * k % n) / n;
    sum += x[i] * (float2)(cos(t), -sin(t));
  }
  X[k] = sum;
}
