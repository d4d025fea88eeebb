// The WGSL twin of kernels/04_buffers/grey.cl: every pixel gets the grey that is as bright as its colour.
// The host has copied the picture into the buffer `colours` and reads `greys` back.
@group(0) @binding(0) var<storage, read_write> greys: array<u32>; // four bytes each: red, green, blue, alpha
@group(0) @binding(1) var<storage, read> colours: array<u32>;
@group(0) @binding(2) var<uniform> size: vec4u; // width, height, step

@compute @workgroup_size(8, 8)
fn grey(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= size.x || id.y >= size.y) { return; }
  let i = id.y * size.x + id.x; // the rows are in the buffer one after the other
  let colour = colours[i];
  let red = colour & 255u;
  let green = (colour >> 8u) & 255u;
  let blue = (colour >> 16u) & 255u;
  let luma = (54u * red + 183u * green + 19u * blue) / 256u;
  greys[i] = luma | (luma << 8u) | (luma << 16u) | (colour & 0xff000000u);
}
