// Z: the transform of z[n] = x[2n] + i x[2n + 1], `pairs` numbers. X: the transform of x, pairs + 1 numbers

kernel void unzip(global const float2* Z, int pairs, global float2* X) {
  const int k = get_global_id(0);
  if (k > pairs)
    return;
  const float2 z = Z[k % pairs], partner = Z[(pairs - k) % pairs];
  const float2 even = 0.5f * (float2)(z.x + partner.x, z.y - partner.y);
  const float2 odd = 0.5f * (float2)(z.y + partner.y, partner.x - z.x);
  const float c = cospi((float)k / pairs), s = -sinpi((float)k / pairs);
  X[k] = even + (float2)(odd.x * c - odd.y * s, odd.x * s + odd.y * c);
}
