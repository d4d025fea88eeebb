// Running sums of 64 numbers in each work-group: in each round, an item adds what is `reach` places to its left.
@group(0) @binding(0) var<storage, read_write> result: array<u32>;
@group(0) @binding(1) var<storage, read> numbers: array<u32>;
@group(0) @binding(2) var<uniform> size: vec4u;

var<workgroup> tile: array<u32, 64>;

@compute @workgroup_size(64)
fn scan(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_id) item: vec3u) {
  tile[item.x] = numbers[id.x];
  workgroupBarrier();
  for (var reach = 1u; reach < 64u; reach *= 2u) {
    var left = 0u;
    if (item.x >= reach) { left = tile[item.x - reach]; }
    workgroupBarrier(); // all have read before any writes
    tile[item.x] += left;
    workgroupBarrier(); // all have written before any reads
  }
  result[id.x] = tile[item.x];
}
