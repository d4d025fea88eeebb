// Bodies that attract each other, and instruments to watch them. The mass is the w of the place.

kernel void accelerations(global const float4* places, global float4* out, local float4* tile, float softening2,
                          uint n) {
  const uint i = (uint)get_global_id(0), l = (uint)get_local_id(0), size = (uint)get_local_size(0);
  const float4 mine = i < n ? places[i] : (float4)(0.0f);
  float4 sum = 0.0f;
  for (uint first = 0; first < n; first += size) {
    tile[l] = first + l < n ? places[first + l] : (float4)(0.0f); // behind the last one: no mass
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint k = 0; k < size; ++k) {
      const float4 other = tile[k];
      const float3 d = other.xyz - mine.xyz;
      const float square = dot(d, d) + softening2;
      if (first + k == i || other.w == 0.0f)
        continue; // itself, or nobody
      const float inverse = 1.0f / sqrt(square);
      sum.xyz += other.w * inverse * inverse * inverse * d;
      sum.w -= other.w * inverse;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (i < n)
    out[i] = sum;
}

kernel void kick(global float4* velocities, global const float4* accelerations, float dt, uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n)
    velocities[i] += dt * (float4)(accelerations[i].xyz, 0.0f);
}

kernel void drift(global float4* places, global const float4* velocities, float dt, uint n) {
  const uint i = (uint)get_global_id(0);
  if (i < n)
    places[i] += dt * (float4)(velocities[i].xyz, 0.0f);
}

kernel void energy(global const float4* places, global const float4* velocities, global const float4* accelerations,
                   global float* sums, local float* partial, uint n) {
  const uint i = (uint)get_global_id(0), l = (uint)get_local_id(0);
  float mine = 0.0f;
  if (i < n) {
    const float3 v = velocities[i].xyz;
    mine = 0.5f * places[i].w * (dot(v, v) + accelerations[i].w);
  }
  partial[l] = mine;
  for (uint left = (uint)get_local_size(0); left > 1;) {
    const uint lower = (left + 1) / 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l + lower < left)
      partial[l] += partial[l + lower];
    left = lower;
  }
  if (l == 0)
    sums[get_group_id(0)] = partial[0];
}

kernel void turns(global const float4* places, global float* last_y, global int* count, uint n) {
  const uint i = (uint)get_global_id(0);
  if (i >= n)
    return;
  const float x = places[i].x - places[0].x, y = places[i].y - places[0].y;
  const bool was_below = last_y[i] < 0.0f, is_below = y < 0.0f;
  if (i > 0 && x > 0.0f && was_below != is_below)
    count[i] += was_below ? 1 : -1;
  last_y[i] = y;
}
