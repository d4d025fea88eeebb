// particles: the struct of the exhibit struct-layout, and what the device says of it.

typedef struct {
  float3 position; // 16 bytes, as many as a float4
  float mass;
} Particle;

// out = the masses
kernel void masses(global const Particle* particles, global float* out, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = particles[i].mass;
}

// sizes = { bytes of the struct, where its mass begins }
kernel void layout(global uint* sizes) {
  Particle particle;
  sizes[0] = sizeof(Particle);
  sizes[1] = (uint)((uintptr_t)&particle.mass - (uintptr_t)&particle);
}
