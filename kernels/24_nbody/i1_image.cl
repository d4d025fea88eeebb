// i1: the state is a picture: a body is a pixel of an image.
//
// Changed: places and velocities are pixels of four floats, WIDTH in a row, read with read_imagef() and written with
// write_imagef(). Why: before graphics cards had buffers that a kernel may write to, this was the only way to compute on
// one, and images are read through caches of their own.
//
//   pixel k is in row k / WIDTH and column k % WIDTH;   pixels 0 .. N-1: places and masses, N .. 2N-1: velocities
//
// From      v7 without tiles
// NDRange   N, rounded up
// Needs     images
// Loads     image: N + 2 for each work-item with a body
// Stores    image: 2 for each work-item with a body

// [kernel]
#ifndef WIDTH
#define WIDTH 1024
#endif

constant sampler_t exact =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST; // no interpolation

int2 pixel(const int k) {
  return (int2)(k % WIDTH, k / WIDTH);
}

kernel void nbody_image(read_only image2d_t state, write_only image2d_t next, const int N,
                        const float dt, const float softening2) {
  const int i = get_global_id(0);
  if (i >= N)
    return;
  const float4 position = read_imagef(state, exact, pixel(i));
  float4 a = 0.0f;
  for (int j = 0; j < N; ++j) {
    const float4 other = read_imagef(state, exact, pixel(j));
    float4 d = other - position;
    d.w = 0.0f; // the difference of the masses is no length
    const float inverse = 1.0f / sqrt(dot(d, d) + softening2);
    a += other.w * inverse * inverse * inverse * d;
  }
  const float4 v = read_imagef(state, exact, pixel(N + i)) + dt * a; // w: 0
  write_imagef(next, pixel(i), position + dt * v);
  write_imagef(next, pixel(N + i), v);
}
// [/kernel]
