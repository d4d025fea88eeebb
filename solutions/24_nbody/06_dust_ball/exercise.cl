// A place in the unit sphere for each three random numbers from 0 to 1.

kernel void ball(global const float* random, global float* places, int n) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  const float u = random[3 * i], v = random[3 * i + 1], w = random[3 * i + 2];
  const float radius = cbrt(u);
  const float z = 2.0f * v - 1.0f, round = sqrt(1.0f - z * z), angle = 2.0f * M_PI_F * w;
  places[3 * i] = radius * round * cos(angle);
  places[3 * i + 1] = radius * round * sin(angle);
  places[3 * i + 2] = radius * z;
}
