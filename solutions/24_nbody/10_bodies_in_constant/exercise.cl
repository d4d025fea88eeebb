// The accelerations of N bodies that attract each other. bodies: x, y, z, mass. G is 1.

// How many bodies fit into the 64 KiB of constant memory that every device has to have?
#define MOST 4096

kernel void most(global int* answer) {
  if (get_global_id(0) == 0)
    answer[0] = MOST;
}

kernel void pulls(constant float4* bodies, global float* accelerations, int n, float softening2) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  const float4 position = bodies[i];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int j = 0; j < n; ++j) {
    const float4 other = bodies[j];
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
