// The twin of kernels/13_testing_and_debugging/lost_updates_broken.cl: counts the even numbers, and loses some.
// WGSL has no plain access to a variable that is atomic elsewhere, so the race is written as a load and a store.
// Mend it: in place of the two lines, atomicAdd(&count[0], 1u);
@group(0) @binding(0) var<storage, read_write> count: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<uniform> size: vec4u;

@compute @workgroup_size(64)
fn count_even(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= size.x || numbers[id.x] % 2u != 0u) { return; }
  let seen = atomicLoad(&count[0]);
  atomicStore(&count[0], seen + 1u);
}
