// A sum for each work-group, as a tree in local memory: 6 levels for 64 numbers.
@group(0) @binding(0) var<storage, read_write> sums: array<u32>;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<uniform> size: vec4u;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn sum(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) item: vec3u, @builtin(workgroup_id) group: vec3u) {
  tile[item.x] = 0u;
  if (id.x < size.x) { tile[item.x] = numbers[id.x]; }
  workgroupBarrier();
  for (var half = 32u; half > 0u; half /= 2u) {
    if (item.x < half) { tile[item.x] += tile[item.x + half]; }
    workgroupBarrier(); // outside the if: all work-items come here
  }
  if (item.x == 0u) { sums[group.x] = tile[0]; }
}
