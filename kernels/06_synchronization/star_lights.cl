// star_lights: draws a star around each light of a picture, with four kernels that depend on each other
// like the corners of a diamond: lights first, then rows and columns, then blend.
//
//   lights          keeps what is much brighter than the four pixels 16 away, judged by green: 0 is dark,
//                   256 * 255 the brightest light (scaled by 256, as the glow is rounded at every step)
//   rows, columns   stretch each light along its row or column, in both directions; red reaches further
//                   than green, and green further than blue
//   blend           darkens the picture, and adds the brighter of both streaks
//
// Data      picture, stars: red, green and blue of each pixel, one byte each, row by row; light: one
//           uint for each pixel; across, down: three uints for each pixel, like the picture
// NDRange   1-D, any local_size; at least as many work-items as pixels (lights), rows (rows), columns
//           (columns), or bytes (blend)
// Memory    loads and stores: lights 5 and 1 per pixel, rows and columns 9 and 6; blend 3 and 1 per byte
// Precision integers only, so that the host can compute exactly the same picture

#define REACH(colour) (246 - 4 * (colour)) // how many 256ths of the glow reach the next pixel

kernel void lights(global const uchar* picture, global uint* light, int width, int height) {
  const int i = get_global_id(0);
  if (i >= width * height)
    return;
  global const uchar* green = picture + 1; // of the first pixel; the next is three bytes further on
  const int row = i / width, column = i - row * width;
  const int left = green[3 * (i - min(16, column))];
  const int right = green[3 * (i + min(16, width - 1 - column))];
  const int above = green[3 * (i - width * min(16, row))];
  const int below = green[3 * (i + width * min(16, height - 1 - row))];
  const int dark = max(max(left, right), max(above, below));
  light[i] = 256 * clamp(4 * (green[3 * i] - dark - 64), 0, 255);
}

kernel void rows(global const uint* light, global uint* across, int width, int height) {
  const size_t row = get_global_id(0);
  if (row >= height)
    return;
  for (uint colour = 0; colour < 3; ++colour) {
    uint glow = 0;
    for (size_t i = row * width; i < (row + 1) * width; ++i) { // to the right
      glow = max(light[i], glow * REACH(colour) / 256);
      across[3 * i + colour] = glow;
    }
    glow = 0;
    for (size_t i = (row + 1) * width; i-- > row * width;) { // to the left
      glow = max(light[i], glow * REACH(colour) / 256);
      across[3 * i + colour] = max(across[3 * i + colour], glow);
    }
  }
}

kernel void columns(global const uint* light, global uint* down, int width, int height) {
  const size_t column = get_global_id(0);
  if (column >= width)
    return;
  for (uint colour = 0; colour < 3; ++colour) {
    uint glow = 0;
    for (size_t row = 0; row < height; ++row) { // down
      const size_t i = row * width + column;
      glow = max(light[i], glow * REACH(colour) / 256);
      down[3 * i + colour] = glow;
    }
    glow = 0;
    for (size_t row = height; row-- > 0;) { // up
      const size_t i = row * width + column;
      glow = max(light[i], glow * REACH(colour) / 256);
      down[3 * i + colour] = max(down[3 * i + colour], glow);
    }
  }
}

kernel void blend(global const uchar* picture, global const uint* across,
                  global const uint* down, global uchar* stars, int pixels) {
  const size_t i = get_global_id(0);
  if (i < 3 * (size_t)pixels)
    stars[i] = (uchar)min(255u, picture[i] * 5 / 8 + max(across[i], down[i]) / 256);
}
