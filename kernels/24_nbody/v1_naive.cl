// v1: the definition, written down. One work-item computes one body's next position and velocity.
//
// A state is one buffer: 3 coordinates of each of the N positions, then 3 of each of the N velocities. The masses never
// change, and have a buffer of their own. Everything is read where it is used: 7 numbers for each pair of bodies.
//
//   state:  x0 y0 z0  x1 y1 z1  ...  | u0 v0 w0  u1 v1 w1  ...        6N floats
//   mass:   m0 m1 ...                                                  N floats
//
// The new state must not overwrite the old one, which others still read: it is written elsewhere, and a copy command
// brings it back.
//
// NDRange   N, rounded up; any local size
// Loads     as written, for each body: 7*N + 6, a float each      Stores: 6 for each body

// [kernel]
kernel void nbody_naive(global const float* state, global const float* mass, global float* next,
                        const int N, const float dt, const float softening2) {
  const int i = get_global_id(0);
  if (i >= N)
    return;

  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int j = 0; j < N; ++j) {
    const float dx = state[3 * j] - state[3 * i];
    const float dy = state[3 * j + 1] - state[3 * i + 1];
    const float dz = state[3 * j + 2] - state[3 * i + 2];
    const float inverse = 1.0f / sqrt(dx * dx + dy * dy + dz * dz + softening2);
    const float factor = mass[j] * inverse * inverse * inverse;
    ax += factor * dx;
    ay += factor * dy;
    az += factor * dz;
  }

  // Kick, then drift.
  const float vx = state[3 * (N + i)] + dt * ax;
  const float vy = state[3 * (N + i) + 1] + dt * ay;
  const float vz = state[3 * (N + i) + 2] + dt * az;
  next[3 * i] = state[3 * i] + dt * vx;
  next[3 * i + 1] = state[3 * i + 1] + dt * vy;
  next[3 * i + 2] = state[3 * i + 2] + dt * vz;
  next[3 * (N + i)] = vx;
  next[3 * (N + i) + 1] = vy;
  next[3 * (N + i) + 2] = vz;
}
// [/kernel]
