// The sun stands in the origin; G times its mass is 4 pi² (lengths in astronomical units, times in years). Planets that move on
// circles of these radii, anticlockwise in the plane of x and y, begin on the x axis. velocities: x, y, 0, 0, half a step dt
// before the beginning.

kernel void orbits(global const float* radii, global float4* places, global float4* velocities, int n, float dt) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  const float radius = radii[i];
  const float speed = 2.0f * M_PI_F;
  places[i] = radius * (float4)(1.0f, 0.0f, 0.0f, 0.0f);
  velocities[i] = speed * (float4)(0.0f, 1.0f, 0.0f, 0.0f);
}
