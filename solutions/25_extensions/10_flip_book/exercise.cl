// picture k of `out` = `in`, of width * height pixels, moved up by k rows

kernel void flip_book(global const float4* in, write_only image2d_array_t out, int width, int height,
                      int frames) {
  const int column = get_global_id(0), row = get_global_id(1), picture = get_global_id(2);
  if (column < width && row < height && picture < frames)
    write_imagef(out, (int4)(column, row, picture, 0),
                 in[(row + picture) % height * width + column]);
}
