// A place in the unit sphere for each three random numbers from 0 to 1.

kernel void ball(global const float* random, global float* places, int n) {
  const int i = (int)get_global_id(0);
  if (i >= n)
    return;
  const float u = random[3 * i], v = random[3 * i + 1], w = random[3 * i + 2];
  places[3 * i] = 2.0f * u - 1.0f;
  places[3 * i + 1] = 2.0f * v - 1.0f;
  places[3 * i + 2] = 2.0f * w - 1.0f;
}
