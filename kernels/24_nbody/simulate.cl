// The program's simulation: one step in time. Nothing in here knows of pictures.
//
// The velocities change by `kick` times the accelerations, then the positions by `drift` times the velocities.
// A state is one buffer: N positions, whose w is the mass, then N velocities. One work-item a body. A work-group copies GROUP
// bodies at a time into local memory; where there is no body any more, one without mass.

// [step]
kernel void advance(global const float4* state, global float4* next, const int N, const float kick,
                    const float drift, const float softening2, local float4* tile) {
  const int item = get_local_id(0), group = get_local_size(0);
  const int i = get_global_id(0), body = min(i, N - 1);
  const float4 position = state[body];
  float ax = 0.0f, ay = 0.0f, az = 0.0f;
  for (int first = 0; first < N; first += group) {
    tile[item] = first + item < N ? state[first + item] : (float4)(0.0f);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int j = 0; j < group; ++j) {
      const float dx = tile[j].x - position.x;
      const float dy = tile[j].y - position.y;
      const float dz = tile[j].z - position.z;
      const float inverse = rsqrt(dx * dx + dy * dy + dz * dz + softening2);
      const float factor = tile[j].w * inverse * inverse * inverse;
      ax += factor * dx;
      ay += factor * dy;
      az += factor * dz;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  const float4 v = state[N + body] + kick * (float4)(ax, ay, az, 0.0f);
  if (i < N) {
    next[i] = position + drift * v; // v.w is 0: the mass stays
    next[N + i] = v;
  }
}
// [/step]
