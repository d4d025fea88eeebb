// The accelerations of N bodies that attract each other. bodies: x, y, z, mass. G is 1.

kernel void pulls(global const float4* bodies, global float* accelerations, int n, float softening2, local float4* tile) {
  const int i = (int)get_global_id(0), item = (int)get_local_id(0), size = (int)get_local_size(0);
  const float4 position = bodies[min(i, n - 1)];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int first = 0; first < n; first += size) {
    tile[item] = first + item < n ? bodies[first + item] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < size; ++j) {
      const float4 other = tile[j];
      const float dx = other.x - position.x, dy = other.y - position.y, dz = other.z - position.z;
      const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening2);
      const float factor = other.w * inverse * inverse * inverse;
      ax += factor * dx;
      ay += factor * dy;
      az += factor * dz;
    }
  }
  if (i < n) {
    accelerations[3 * i] = ax;
    accelerations[3 * i + 1] = ay;
    accelerations[3 * i + 2] = az;
  }
}
