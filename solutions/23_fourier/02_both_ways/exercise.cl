// sign -1: X[k] = sum of x[i] e^(-2 pi i k i/n). sign 1: the inverse, which gives x back

kernel void both_ways(global const float2* in, int n, int sign, global float2* out) {
  const int k = get_global_id(0);
  if (k >= n)
    return;
  float2 sum = 0.0f;
  for (int i = 0; i < n; ++i) {
    const float angle = 2.0f * (i * k % n) / n;
    const float c = cospi(angle), s = sign * sinpi(angle);
    sum += (float2)(in[i].x * c - in[i].y * s, in[i].x * s + in[i].y * c);
  }
  out[k] = sign > 0 ? sum / n : sum;
}
