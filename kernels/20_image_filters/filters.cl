// The filters of the lesson's program, on pixels of four bytes: red, green, blue, alpha.
//
// NDRange   2-D: the picture's width x height, rounded up to whole groups
// Local     any

// [red-eye]
kernel void red_eye(global const uchar4* input, const int width, const int height, const float threshold,
                    global uchar4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  uchar4 pixel = input[y * width + x];
  const float red = 0.5133333f * pixel.x, green = pixel.y, blue = 0.1933333f * pixel.z;
  const float t = 2.0f * 255.0f * (threshold - 0.4f);
  if (red >= green - t && red >= blue - t) // far more red than anything else
    pixel.x = convert_uchar_sat_rte((green + blue) / (2.0f * 0.5133333f));
  output[y * width + x] = pixel;
}
// [/red-eye]

// [nearer]
int difference(const uchar4 a, const uchar4 b) {
  const int4 d = convert_int4(a) - convert_int4(b);
  return d.x * d.x + d.y * d.y + d.z * d.z;
}

uchar4 nearer(const uchar4 centre, const uchar4 a, const uchar4 b) {
  return difference(b, centre) < difference(a, centre) ? b : a;
}
// [/nearer]

// [snn]
kernel void snn(global const uchar4* input, const int width, const int height, const int radius,
                global uchar4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const uchar4 centre = input[y * width + x];
  int4 sum = 0;
  for (int v = 0; v <= radius; ++v) {
    global const uchar4* above = input + max(y - v, 0) * width;
    global const uchar4* below = input + min(y + v, height - 1) * width;
    for (int u = 0; u <= radius; ++u) {
      const int left = max(x - u, 0), right = min(x + u, width - 1);
      uchar4 best = nearer(centre, above[left], below[right]);
      best = nearer(centre, best, above[right]);
      best = nearer(centre, best, below[left]);
      sum += convert_int4(best);
    }
  }
  const int count = (radius + 1) * (radius + 1);
  uchar4 mean = convert_uchar4((sum + count / 2) / count); // rounded to the nearest
  mean.w = centre.w;
  output[y * width + x] = mean;
}
// [/snn]

// [median]
kernel void median(global const uchar4* input, const int width, const int height, const int radius,
                   global uchar4* output) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const int half_of_them = (2 * radius + 1) * (2 * radius + 1) / 2;
  int4 middle = 0; // of each channel
  for (int bit = 128; bit > 0; bit /= 2) {
    int4 smaller = 0; // how many pixels are smaller than middle + bit?
    for (int v = -radius; v <= radius; ++v)
      for (int u = -radius; u <= radius; ++u) {
        const uchar4 p = input[clamp(y + v, 0, height - 1) * width + clamp(x + u, 0, width - 1)];
        smaller -= convert_int4(p) < middle + bit; // -1 where it is true
      }
    middle += (smaller <= half_of_them) & bit;
  }
  uchar4 pixel = convert_uchar4(middle);
  pixel.w = input[y * width + x].w;
  output[y * width + x] = pixel;
}
// [/median]
