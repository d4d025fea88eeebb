// picture: a planet with a ring, made of built-in functions. Copy this file and paint something else.
//
// Data      pixels: width * height pixels, row by row: red, green, blue, alpha, from 0 (dark) to 1
// NDRange   2-D, at least width x height work-items, any local_size
// Memory    1 store of 16 bytes per pixel

// [noise]
// A number from 0 to 1 that looks random, but is always the same for the same x and y.
float noise(uint x, uint y) {
  x = rotate(x * 0x9e3779b9u, 15u) ^ (y * 0x85ebca6bu);
  return (rotate(x, 13u) * 0xc2b2ae35u >> 8) * 0x1p-24f;
}
// [/noise]

// [star]
// The brightness of the stars at a pixel: one star in each square of 24 x 24 pixels.
float star(uint column, uint row) {
  const uint x = column / 24, y = row / 24;
  const float2 centre = 4 + 15 * (float2)(noise(x, y), noise(y + 100, x));
  const float away = distance((float2)(column % 24, row % 24), centre);
  return noise(x + 200, y) * exp(-away * away);
}
// [/star]

// [frame]
kernel void picture(global float4* pixels, uint width, uint height) {
  const uint column = get_global_id(0), row = get_global_id(1);
  if (column >= width || row >= height)
    return;
  // [/frame]
  // [place]
  // From -1 (top) to 1 (bottom), and as far to both sides as the picture is wide; then tilted.
  const float2 p = (2 * (float2)(column + 0.5f, row + 0.5f) - (float2)(width, height)) / height;
  const float2 q = (float2)(dot(p, (float2)(cospi(0.1f), sinpi(0.1f))),
                            dot(p, (float2)(-sinpi(0.1f), cospi(0.1f))));
  // [/place]
  // [planet]
  const float z = sqrt(fmax(0.25f - dot(q, q), 0.0f)); // towards us; the radius is 0.5
  const float3 normal = normalize((float3)(q.x, q.y, z));
  const float light = fmax(dot(normal, normalize((float3)(-0.6f, -0.6f, 0.5f))), 0.0f);
  const float band = 0.5f + 0.5f * sinpi(7 * normal.y + 0.3f * sin(5 * normal.x));
  const float3 planet = mix((float3)(0.85f, 0.45f, 0.25f), (float3)(1.0f, 0.85f, 0.6f), band);
  const float inside = 1 - smoothstep(0.495f, 0.505f, length(q));
  // [/planet]
  // [ring]
  const float from_centre = length(q * (float2)(1.0f, 3.2f)); // a circle, seen from the side
  const float ring = smoothstep(0.62f, 0.66f, from_centre) *
                     (1 - smoothstep(1.0f, 1.04f, from_centre)) *
                     (0.6f + 0.3f * cospi(22 * from_centre));
  const float in_front = smoothstep(-0.01f, 0.01f, q.y);
  const float3 ice = (float3)(0.8f, 0.75f, 0.95f);
  // [/ring]
  // [colour]
  float3 colour = mix((float3)(0.02f, 0.02f, 0.08f), (float3)(0.25f, 0.08f, 0.3f),
                      smoothstep(-1.0f, 1.5f, p.y));
  colour = colour + star(column, row);
  colour = mix(colour, ice, ring);
  colour = mix(colour, planet * (0.04f + 0.96f * light), inside);
  colour = mix(colour, ice, ring * inside * in_front);
  colour = clamp(colour, 0.0f, 1.0f);
  pixels[row * width + column] = (float4)(colour.x, colour.y, colour.z, 1.0f);
}
// [/colour]
