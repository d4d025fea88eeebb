// Counts the bodies in each pixel. The picture shows x and y from -1 to 1, y upwards; picture: 0 before.

kernel void project(global const float4* bodies, volatile global int* picture, int n, int side) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  const float x = 0.5f * (bodies[i].x + 1.0f) * side, y = 0.5f * (1.0f - bodies[i].y) * side;
  if (x < 0.0f || x >= side || y < 0.0f || y >= side)
    return;
  atomic_inc(picture + (int)y * side + (int)x);
}
