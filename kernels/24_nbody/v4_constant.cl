// v4: masses in constant memory.
//
// Changed: one word, `constant` for `global const`. Why: all work-items read the same mass at the same time, and constant
// memory hands one value to all of them at once, past the cache that the positions use. It is small: 64 KiB on many
// devices, which is 16384 masses.
//
// From      v3
// NDRange   N, rounded up; any local size
// Needs     4*N bytes <= CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE
// Loads     for each body: N + 2 of 16 bytes; N floats of constant memory      Stores: 2 of 16 bytes for each body

// [kernel]
kernel void nbody_constant(global const float3* state, constant float* mass, global float3* next,
                           const int N, const float dt, const float softening2) {
  const int i = get_global_id(0);
  if (i >= N)
    return;

  const float3 position = state[i];
  float3 a = 0.0f;
  for (int j = 0; j < N; ++j) {
    const float3 d = state[j] - position;
    const float inverse = 1.0f / sqrt(dot(d, d) + softening2);
    a += mass[j] * inverse * inverse * inverse * d;
  }

  const float3 v = state[N + i] + dt * a;
  next[i] = position + dt * v;
  next[N + i] = v;
}
// [/kernel]
