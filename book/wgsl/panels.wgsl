// The WGSL twin of four panels of kernels/10_types_and_operators/panels.cl. Above: the picture with its colours exchanged, and
// where each is brighter than 127. Below: 1.5 times as bright, with colours that wrap around, and with colours that saturate.
@group(0) @binding(0) var<storage, read_write> result: array<u32>; // four bytes each: red, green, blue, alpha
@group(0) @binding(1) var<storage, read> picture: array<u32>;      // half as wide and half as high
@group(0) @binding(2) var<uniform> size: vec4u;                    // width, height, step

fn unpack(word: u32) -> vec4u { return (vec4u(word) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u); }
fn pack(p: vec4u) -> u32 { return p.x | (p.y << 8u) | (p.z << 16u) | (p.w << 24u); }

fn change(p: vec4u, panel: u32) -> vec4u {
  let brighter = p * 3u / 2u; // 0 to 382: u32 has room for it
  switch panel {
    case 0u: { return p.yzxw; }
    case 1u: { return select(vec4u(0u), vec4u(255u), p > vec4u(127u)); } // a comparison gives bools, not all bits set
    case 2u: { return brighter & vec4u(255u); }                         // convert_uchar4
    default: { return min(brighter, vec4u(255u)); }                     // convert_uchar4_sat
  }
}

@compute @workgroup_size(8, 8)
fn panels(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= size.x || id.y >= size.y) { return; }
  let part = size.xy / 2u;
  let from_place = id.xy % part;
  let panel = id.y / part.y * 2u + id.x / part.x;
  let pixel = unpack(picture[from_place.y * part.x + from_place.x]);
  let changed = vec4u(change(pixel, panel).xyz, pixel.w); // alpha stays as it is
  result[id.y * size.x + id.x] = pack(changed);
}
