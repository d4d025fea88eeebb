// The accelerations of bodies that are the pixels of an image, row by row, `width` in a row. A pixel: x, y, z, mass.

constant sampler_t exact = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void pulls(read_only image2d_t bodies, global float* accelerations, int n, int width, float softening2) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  const float4 position = read_imagef(bodies, exact, (int2)(i % width, i / width));
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int j = 0; j < n; ++j) {
    const float4 other = read_imagef(bodies, exact, (int2)(j % width, j / width));
    const float dx = other.x - position.x, dy = other.y - position.y, dz = other.z - position.z;
    const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening2);
    const float factor = other.w * inverse * inverse * inverse;
    ax += factor * dx;
    ay += factor * dy;
    az += factor * dz;
  }
  accelerations[3 * i] = ax;
  accelerations[3 * i + 1] = ay;
  accelerations[3 * i + 2] = az;
}
