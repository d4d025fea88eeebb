// v3: a body's own position in private memory.
//
// Changed: state[i] is read once, before the loop. Why: 2 loads for each pair instead of 3. A compiler that sees that
// nothing is written inside the loop does the same to v2 by itself.
//
// From      v2
// NDRange   N, rounded up; any local size
// Loads     for each body: N*(1 of 16 bytes, 1 float) + 2 of 16 bytes      Stores: 2 of 16 bytes for each body

// [kernel]
kernel void nbody_private(global const float3* state, global const float* mass, global float3* next,
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
