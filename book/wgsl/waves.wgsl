// The WGSL twin of kernels/01_hello_opencl/picture.cl. Change the formula and run it.
@group(0) @binding(0) var<storage, read_write> pixels: array<u32>; // four bytes each: red, green, blue, alpha
@group(0) @binding(2) var<uniform> size: vec4u;                    // width, height, step

@compute @workgroup_size(8, 8)
fn picture(@builtin(global_invocation_id) id: vec3u) { // get_global_id
  let column = id.x;
  let row = id.y;
  if (column >= size.x || row >= size.y) { return; } // a work-item outside the picture has nothing to do

  let x = 2.0 * (f32(column) + 0.5) / f32(size.x) - 1.0;
  let y = 2.0 * (f32(row) + 0.5) / f32(size.y) - 1.0;

  let left = sqrt((x + 0.4) * (x + 0.4) + y * y);
  let right = sqrt((x - 0.4) * (x - 0.4) + y * y);
  let wave = 0.5 + 0.25 * (sin(40.0 * left) + sin(40.0 * right));
  let red = wave * wave;
  let green = wave * (0.6 + 0.3 * y);
  let blue = 0.3 + 0.7 * wave;

  pixels[row * size.x + column] = pack4x8unorm(vec4f(red, green, blue, 1.0));
}
