// Where the last pixel of a picture lies. The first multiplication is in 64 bits already.
kernel void last_pixel(global long* where, int width, int height) {
  const long index = (height - 1) * (long)width + width - 1;
#ifdef PRINT
  printf("width %d, height %d: index %ld\n", width, height, index);
#endif
  *where = index;
}
