// picture: computes a picture, one work-item for each pixel. Change the formula and run the program again.
//
// Data      pixels: width * height pixels, row by row, each of four bytes: red, green, blue, alpha
// NDRange   2-D, at least width x height work-items, any local_size
// Memory    4 stores of 1 byte per pixel; no local memory

kernel void picture(global uchar* pixels, uint width, uint height) {
  const size_t column = get_global_id(0);
  const size_t row = get_global_id(1);
  if (column >= width || row >= height)
    return; // a work-item outside the picture has nothing to do

  // Where the pixel is: x from -1 (left) to 1 (right), y from -1 (top) to 1 (bottom).
  const float x = 2.0f * (column + 0.5f) / width - 1.0f;
  const float y = 2.0f * (row + 0.5f) / height - 1.0f;

  // The formula: the waves of two stones that fell into the water. 0 is dark, 1 is bright.
  const float left = sqrt((x + 0.4f) * (x + 0.4f) + y * y);
  const float right = sqrt((x - 0.4f) * (x - 0.4f) + y * y);
  const float wave = 0.5f + 0.25f * (sin(40.0f * left) + sin(40.0f * right));
  const float red = wave * wave;
  const float green = wave * (0.6f + 0.3f * y);
  const float blue = 0.3f + 0.7f * wave;

  const size_t first = 4 * (row * width + column);
  pixels[first + 0] = (uchar)(255.0f * red);
  pixels[first + 1] = (uchar)(255.0f * green);
  pixels[first + 2] = (uchar)(255.0f * blue);
  pixels[first + 3] = 255; // fully opaque
}
