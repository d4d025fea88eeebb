// The program's drawing: bodies as points of light. Reads a state, and changes nothing in it.
//
// `light` has three counters for each pixel, in steps of 1/64, so that many bodies can add to one pixel at once.

// [splat]
// One channel of a body's colour, between those of a slow and of a fast one.
uint channel(const float slow, const float fast, const float speed) {
  return convert_uint_rte(64.0f * mix(slow, fast, speed));
}

// Orthographic: the picture shows x from -view to view; y goes upwards. Slow bodies are red, fast ones blue. A body is a
// square of 2 * spot + 1 pixels each way.
kernel void splat(global const float4* state, const int N, volatile global uint* light,
                  const int width, const int height, const float view, const float fast,
                  const int spot) {
  const int i = get_global_id(0);
  if (i >= N)
    return;
  const float pixels = 0.5f * width / view;
  const float px = 0.5f * width + state[i].x * pixels, py = 0.5f * height - state[i].y * pixels;
  if (!(px >= 0.0f && px < width && py >= 0.0f && py < height)) // NaN is outside, too
    return;
  const float4 v = state[N + i]; // w: 0
  const float speed = clamp(length(v) / fast, 0.0f, 1.0f);
  for (int y = max((int)py - spot, 0); y <= min((int)py + spot, height - 1); ++y)
    for (int x = max((int)px - spot, 0); x <= min((int)px + spot, width - 1); ++x) {
      volatile global uint* pixel = light + 3 * (y * width + x);
      atomic_add(pixel, channel(1.0f, 0.35f, speed));
      atomic_add(pixel + 1, channel(0.45f, 0.6f, speed));
      atomic_add(pixel + 2, channel(0.2f, 1.0f, speed));
    }
}
// [/splat]

// [expose]
// The logarithm of 1 + x: proportional to faint light, and bright light still fits. Clears the counters for the next picture.
kernel void expose(global uint* light, global uchar* picture, const int pixels,
                   const float exposure) {
  const int i = get_global_id(0);
  if (i >= pixels)
    return;
  const float white = 255.0f / log(1.0f + exposure * 16.0f);
  for (int k = 0; k < 3; ++k) {
    const float value = white * log(1.0f + exposure * light[3 * i + k] / 64.0f);
    picture[4 * i + k] = convert_uchar_sat_rte(value);
    light[3 * i + k] = 0;
  }
  picture[4 * i + 3] = 255;
}
// [/expose]
