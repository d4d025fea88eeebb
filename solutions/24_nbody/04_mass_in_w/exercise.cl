// The accelerations of N bodies that attract each other. bodies: x, y, z, mass. G is 1.

kernel void pulls(global const float4* bodies, global float4* accelerations, int n, float softening2) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  float4 a = 0.0f;
  for (int j = 0; j < n; ++j) {
    float4 d = bodies[j] - bodies[i];
    d.w = 0.0f; // the difference of the masses is no length
    const float inverse = rsqrt(dot(d, d) + softening2);
    a += bodies[j].w * inverse * inverse * inverse * d;
  }
  accelerations[i] = a;
}
