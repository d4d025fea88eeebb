// The forces between n bodies, in steps of 1 / 65536: forces[3 * i] to forces[3 * i + 2], 0 before. bodies: x, y, z, mass.

void add(volatile global int* forces, int body, float x, float y, float z) {
  atomic_add(forces + 3 * body, convert_int_rte(65536.0f * x));
  atomic_add(forces + 3 * body + 1, convert_int_rte(65536.0f * y));
  atomic_add(forces + 3 * body + 2, convert_int_rte(65536.0f * z));
}

kernel void attract(global const float4* bodies, volatile global int* forces, int n, float softening2) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  for (int j = 0; j < n; ++j) {
    const float dx = bodies[j].x - bodies[i].x;
    const float dy = bodies[j].y - bodies[i].y;
    const float dz = bodies[j].z - bodies[i].z;
    const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening2);
    const float force = bodies[i].w * bodies[j].w * inverse * inverse * inverse;
    add(forces, i, force * dx, force * dy, force * dz);
    add(forces, j, -force * dx, -force * dy, -force * dz);
  }
}
