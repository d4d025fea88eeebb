// A stage of the fast transform: x has transforms of p numbers ready, y gets those of 2p numbers

kernel void stage(global const float2* x, global float2* y, int n, int p) {
  const int i = get_global_id(0);
  if (i >= n / 2)
    return;
  const int k = i % p;
  const float angle = (float)k / p;
  const float2 w = (float2)(cospi(angle), -sinpi(angle));
  const float2 a = x[i], b = x[i + p];
  const float2 t = (float2)(w.x * b.x - w.y * b.y, w.x * b.y + w.y * b.x);
  const int j = 2 * i - k;
  y[j] = a + t;
  y[j + p] = a - t;
}
