// Each work-group reverses its 64 numbers in local memory: the twin of kernels/13_testing_and_debugging/reverse.cl.
// Remove the barrier, and run it a few times. (On a CPU it may still be right by luck.)
@group(0) @binding(0) var<storage, read_write> result: array<u32>;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<uniform> size: vec4u;

var<workgroup> tile: array<u32, 64>; // local memory

@compute @workgroup_size(64)
fn reverse(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) item: vec3u) {
  tile[item.x] = numbers[id.x];
  workgroupBarrier(); // barrier(CLK_LOCAL_MEM_FENCE)
  result[id.x] = tile[63u - item.x];
}
