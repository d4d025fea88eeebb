// Gravity: each work-item moves one body. Four floats a body: x, y, and its speed in x and y.
@group(0) @binding(0) var<storage, read_write> next: array<vec4f>;
@group(0) @binding(1) var<storage, read> now: array<vec4f>;
@group(0) @binding(2) var<uniform> size: vec4u; // bodies, 1, step

const time = 0.002;
const softening = 0.002; // keeps the force finite where two bodies meet

@compute @workgroup_size(64)
fn advance(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= size.x) { return; }
  var body = now[id.x];
  var force = vec2f(0.0, 0.0);
  for (var other = 0u; other < size.x; other++) {
    let way = now[other].xy - body.xy;
    let distance = dot(way, way) + softening;
    force += way * inverseSqrt(distance * distance * distance);
  }
  let speed = body.zw + time * force / f32(size.x);
  next[id.x] = vec4f(body.xy + time * speed, speed);
}
