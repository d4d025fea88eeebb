// The WGSL twin of evolve() in kernels/08_kernels_and_ndranges/life.cl: one generation for each launch.
@group(0) @binding(0) var<storage, read_write> next: array<u32>; // 1 for alive
@group(0) @binding(1) var<storage, read> now: array<u32>;
@group(0) @binding(2) var<uniform> size: vec4u;                  // width, height, generation

const born = 8u;      // bit 3: a dead cell with 3 neighbours comes alive
const survives = 12u; // bits 2 and 3: a cell with 2 or 3 neighbours stays alive

@compute @workgroup_size(8, 8)
fn evolve(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= size.x || id.y >= size.y) { return; }
  var neighbours = 0u;
  for (var dy = 0u; dy < 3u; dy++) {
    for (var dx = 0u; dx < 3u; dx++) {
      if (dx != 1u || dy != 1u) {
        neighbours += now[(id.y + size.y + dy - 1u) % size.y * size.x + (id.x + size.x + dx - 1u) % size.x];
      }
    }
  }
  let cell = id.y * size.x + id.x;
  let rule = select(born, survives, now[cell] == 1u);
  next[cell] = (rule >> neighbours) & 1u;
}
