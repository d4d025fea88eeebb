// Common and geometric functions.
//
// Data      common: xs, ys, zs of n floats, out 10 n; geometry: as, bs of n float3 without gaps, out 15 n
// NDRange   1-D, global_size >= n, any local_size
// Memory    common_functions: 3 loads and 10 stores of 4 bytes per element; geometry: 2 loads of 12 bytes,
//           6 stores of 4, 3 of 12

// [common]
kernel void common_functions(global const float* xs, global const float* ys, global const float* zs,
                             global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float x = xs[i], y = ys[i], z = zs[i];
  global float* o = out + i;
  o[0 * n] = clamp(x, -0.5f, 0.5f);       // min(max(x, low), high)
  o[1 * n] = max(x, y);                   //
  o[2 * n] = min(x, y);                   //
  o[3 * n] = degrees(x);                  // 180 / pi * x
  o[4 * n] = radians(x);                  // pi / 180 * x
  o[5 * n] = mix(x, y, 0.25f);            // x + (y - x) * 0.25
  o[6 * n] = step(x, y);                  // y < x ? 0 : 1; the edge comes first
  o[7 * n] = smoothstep(-0.5f, 0.5f, z);  // 0, a smooth curve, 1
  o[8 * n] = sign(x);                     // -1, -0, 0, 1; 0 for NaN
  o[9 * n] = vec_step(float3);            // 4: what a float3 takes in memory
}
// [/common]

// [geometry]
kernel void geometry(global const float* as, global const float* bs, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i >= n)
    return;
  const float3 a = vload3(i, as), b = vload3(i, bs);
  global float* o = out + i;
  o[0 * n] = dot(a, b);
  o[1 * n] = length(a);
  o[2 * n] = distance(a, b);
  o[3 * n] = fast_length(a);
  o[4 * n] = fast_distance(a, b);
  o[5 * n] = dot(normalize(a), normalize(a));
  vstore3(cross(a, b), i, out + 6 * n);
  vstore3(normalize(a), i, out + 9 * n);
  vstore3(fast_normalize(a), i, out + 12 * n);
}
// [/geometry]
