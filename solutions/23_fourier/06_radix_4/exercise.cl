// A stage of radix 4: x has transforms of p numbers ready, y gets those of 4p numbers

float2 times(float2 a, float2 b) {
  return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

float2 turned(float2 z, int k, int n) { // by k n-ths of a turn, backwards
  return times(z, (float2)(cospi(2.0f * k / n), -sinpi(2.0f * k / n)));
}

kernel void radix4(global const float2* x, global float2* y, int n, int p) {
  const int i = get_global_id(0), quarter = n / 4;
  if (i >= quarter)
    return;
  const int k = i % p;
  const float2 a = x[i];
  const float2 b = turned(x[i + quarter], k, 4 * p);
  const float2 c = turned(x[i + 2 * quarter], 2 * k, 4 * p);
  const float2 d = turned(x[i + 3 * quarter], 3 * k, 4 * p);
  const float2 ac = a + c, a_c = a - c, bd = b + d;
  const float2 b_d = (float2)(b.y - d.y, d.x - b.x); // (b - d) times -i
  const int j = (i - k) * 4 + k;
  y[j] = ac + bd;
  y[j + p] = a_c + b_d;
  y[j + 2 * p] = ac - bd;
  y[j + 3 * p] = a_c - b_d;
}
