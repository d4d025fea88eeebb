// One kernel for each form of image: every work-item reads the pixel with its own coordinates, and
// the first one asks how large the image is. No sampler: the coordinates are whole and inside.

// [forms]
#define SEEN(image, coordinates, width, height, depth)                                             \
  const int x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);                      \
  out[(z * get_global_size(1) + y) * get_global_size(0) + x] = read_imageui(image, coordinates);   \
  if (x == 0 && y == 0 && z == 0) {                                                                \
    size[0] = width;                                                                               \
    size[1] = height;                                                                              \
    size[2] = depth;                                                                               \
  }

kernel void read_image1d_t(read_only image1d_t image, global uint4* out, global int* size) {
  SEEN(image, x, get_image_width(image), 1, 1)
}

kernel void read_image1d_buffer_t(read_only image1d_buffer_t image, global uint4* out,
                                  global int* size) {
#ifdef NO_SIZE_OF_IMAGE1D_BUFFER // a fault of a driver, see lab.cpp
  SEEN(image, x, (int)get_global_size(0), 1, 1)
#else
  SEEN(image, x, get_image_width(image), 1, 1)
#endif
}

kernel void read_image1d_array_t(read_only image1d_array_t image, global uint4* out,
                                 global int* size) {
  SEEN(image, (int2)(x, y), get_image_width(image), (int)get_image_array_size(image), 1)
}

kernel void read_image2d_t(read_only image2d_t image, global uint4* out, global int* size) {
  SEEN(image, (int2)(x, y), get_image_width(image), get_image_height(image), 1)
}

kernel void read_image2d_array_t(read_only image2d_array_t image, global uint4* out,
                                 global int* size) {
  SEEN(image, (int4)(x, y, z, 0), get_image_width(image), get_image_height(image),
       (int)get_image_array_size(image))
}

kernel void read_image3d_t(read_only image3d_t image, global uint4* out, global int* size) {
  SEEN(image, (int4)(x, y, z, 0), get_image_width(image), get_image_height(image),
       get_image_depth(image))
}
// [/forms]
