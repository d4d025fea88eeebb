// v2: a vector for the three coordinates.
//
// Changed: positions and velocities are float3. Why: one load brings all three coordinates; 3 loads for each pair instead
// of 7. A float3 occupies the room of a float4 in memory: the host has to leave a gap of 4 bytes after each body.
//
//   state:  x0 y0 z0 --  x1 y1 z1 --  ...  | u0 v0 w0 --  ...          2N slots of 16 bytes
//
// From      v1
// NDRange   N, rounded up; any local size
// Loads     as written, for each body: N*(2 of 16 bytes, 1 float) + 2 of 16 bytes      Stores: 2 of 16 bytes for each body

// [kernel]
kernel void nbody_float3(global const float3* state, global const float* mass, global float3* next,
                         const int N, const float dt, const float softening2) {
  const int i = get_global_id(0);
  if (i >= N)
    return;

  float3 a = 0.0f;
  for (int j = 0; j < N; ++j) {
    const float3 d = state[j] - state[i];
    const float inverse = 1.0f / sqrt(dot(d, d) + softening2);
    a += mass[j] * inverse * inverse * inverse * d;
  }

  const float3 v = state[N + i] + dt * a;
  next[i] = state[i] + dt * v;
  next[N + i] = v;
}
// [/kernel]
