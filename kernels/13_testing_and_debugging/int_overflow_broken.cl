// Where the last pixel of a picture lies. An int ends at 2147483647.
kernel void last_pixel(global long* where, int width, int height) {
  const int index = (height - 1) * width + width - 1;
#ifdef PRINT
  printf("width %d, height %d: index %d\n", width, height, index);
#endif
  *where = index;
}
