// Bodies that attract each other, and instruments to watch them. The mass is the w of the place.

kernel void accelerations(global const float4* places, global float4* out, local float4* tile, float softening2,
                          uint n) {
}

kernel void kick(global float4* velocities, global const float4* accelerations, float dt, uint n) {
}

kernel void drift(global float4* places, global const float4* velocities, float dt, uint n) {
}

kernel void energy(global const float4* places, global const float4* velocities, global const float4* accelerations,
                   global float* sums, local float* partial, uint n) {
}

kernel void turns(global const float4* places, global float* last_y, global int* count, uint n) {
}
