// How often each of 16 values occurs: counters of the group in local memory, added to global memory once.
@group(0) @binding(0) var<storage, read_write> counts: array<atomic<u32>>;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<uniform> size: vec4u;

var<workgroup> mine: array<atomic<u32>, 16>;

@compute @workgroup_size(64)
fn histogram(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) item: vec3u) {
  // Local memory begins with zeros in WGSL. In OpenCL C it begins with anything.
  if (id.x < size.x) { atomicAdd(&mine[numbers[id.x] % 16u], 1u); }
  workgroupBarrier();
  if (item.x < 16u) { atomicAdd(&counts[item.x], atomicLoad(&mine[item.x])); }
}
