// cut_out: copies the window of width x height pixels whose first pixel is in column x of row y.
// The picture has `columns` pixels in a row; the window has no gaps between its rows.

kernel void cut_out(global const float* picture, uint columns, uint x, uint y,
                    global float* window, uint width, uint height) {
  const size_t i = get_global_id(0);
  if (i >= width * height)
    return;
  const size_t row = y + i / width;
  const size_t column = x + i % width;
  window[i] = picture[row * columns + column];
}
