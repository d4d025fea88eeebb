// Arguments of every sort.
//
// Data      out, in, weights: n floats each; weights may be null; steps: 4 floats
//           tile: as many floats as the work-group has work-items
// NDRange   1-D, global_size >= n, any local_size
// Memory    every_sort: 1 load from in, 1 from weights unless it is null, 1 from steps and 1 store per
//           element, of 4 bytes each; 1 load and 1 store of local memory per work-item

// [struct]
typedef struct {
  float3 position; // takes 16 bytes, like float4
  float mass;
  int kind;
} Particle;
// [/struct]

// [every-sort]
kernel void every_sort(global float* out,            // a buffer to write
                       global const float* in,       // a buffer to read
                       global const float* weights,  // a buffer, or null
                       constant float* steps,        // a buffer in constant memory
                       local float* tile,            // memory of the work-group: only a size
                       const Particle particle,      // a struct, by value
                       const float4 colour,          // a vector, by value
                       const float gain, const uint n) {
  const size_t i = get_global_id(0);
  const size_t l = get_local_id(0);
  tile[l] = i < n ? in[i] : 0.0f;
  barrier(CLK_LOCAL_MEM_FENCE); // all work-items of the group come here, so no guard before it
  if (i >= n)
    return;
  const float neighbour = tile[get_local_size(0) - 1 - l]; // mirrored within the work-group
  const float weight = weights ? weights[i] : 1.0f;
  out[i] = gain * weight * neighbour + steps[i % 4] + particle.mass * particle.position.y +
           particle.kind + colour.w;
}
// [/every-sort]

// How the device lays out the struct.
kernel void layout(global uint* answers) {
  Particle p;
  const private char* start = (const private char*)&p;
  answers[0] = sizeof(Particle);
  answers[1] = (const private char*)&p.position - start;
  answers[2] = (const private char*)&p.mass - start;
  answers[3] = (const private char*)&p.kind - start;
  answers[4] = sizeof(p.position);
}

kernel void masses(global float* out, global const Particle* particles, uint n) {
  const size_t i = get_global_id(0);
  if (i < n)
    out[i] = particles[i].mass;
}

// Adds `value` to out[place].
kernel void put(global int* out, uint place, int value) {
  if (get_global_id(0) == 0)
    out[place] += value;
}
