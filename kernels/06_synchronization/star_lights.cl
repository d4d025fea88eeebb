// star_lights: draws a star around each light of a picture, with four kernels that depend on each other
// like the corners of a diamond: lights first, then rows and columns, then blend.
//
//   lights          keeps what is bright: 0 is dark, 256 * 255 is the brightest light (256 times finer
//                   than a byte, because the glow is rounded at every pixel on its way)
//   rows, columns   stretch each light along its row or column, in both directions; red reaches further
//                   than green, and green further than blue
//   blend           adds the brighter of both streaks to the picture
//
// Data      picture, result: red, green and blue of each pixel, one byte each, row by row; light: one
//           uint for each pixel; in_rows, in_columns: three uints for each pixel, like the picture
// NDRange   1-D, any local_size; at least as many work-items as pixels (lights), rows (rows), columns
//           (columns), or bytes (blend)
// Memory    loads and stores: lights 3 and 1 for each pixel, rows and columns 9 and 6; blend 3 and 1 for
//           each byte
// Precision whole numbers only, so that the host can compute exactly the same picture

#define REACH(colour) (250 - 4 * (colour)) // how many 256ths of the glow reach the next pixel

kernel void lights(global const uchar* picture, global uint* light, uint pixels) {
  const size_t i = get_global_id(0);
  if (i >= pixels)
    return;
  const uint red = picture[3 * i], green = picture[3 * i + 1], blue = picture[3 * i + 2];
  const uint brightness = (54 * red + 183 * green + 19 * blue) / 256;
  light[i] = brightness > 170 ? 256 * (3 * (brightness - 170)) : 0;
}

kernel void rows(global const uint* light, global uint* in_rows, uint width, uint height) {
  const size_t row = get_global_id(0);
  if (row >= height)
    return;
  for (uint colour = 0; colour < 3; ++colour) {
    uint glow = 0;
    for (size_t i = row * width; i < (row + 1) * width; ++i) { // to the right
      glow = max(light[i], glow * REACH(colour) / 256);
      in_rows[3 * i + colour] = glow;
    }
    glow = 0;
    for (size_t i = (row + 1) * width; i-- > row * width;) { // to the left
      glow = max(light[i], glow * REACH(colour) / 256);
      in_rows[3 * i + colour] = max(in_rows[3 * i + colour], glow);
    }
  }
}

kernel void columns(global const uint* light, global uint* in_columns, uint width, uint height) {
  const size_t column = get_global_id(0);
  if (column >= width)
    return;
  for (uint colour = 0; colour < 3; ++colour) {
    uint glow = 0;
    for (size_t row = 0; row < height; ++row) { // down
      const size_t i = row * width + column;
      glow = max(light[i], glow * REACH(colour) / 256);
      in_columns[3 * i + colour] = glow;
    }
    glow = 0;
    for (size_t row = height; row-- > 0;) { // up
      const size_t i = row * width + column;
      glow = max(light[i], glow * REACH(colour) / 256);
      in_columns[3 * i + colour] = max(in_columns[3 * i + colour], glow);
    }
  }
}

kernel void blend(global const uchar* picture, global const uint* in_rows,
                  global const uint* in_columns, global uchar* result, uint bytes) {
  const size_t i = get_global_id(0);
  if (i < bytes)
    result[i] = (uchar)min(255u, picture[i] + max(in_rows[i], in_columns[i]) / 256);
}
