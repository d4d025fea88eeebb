// The strength of edges in each channel; out: width x height pixels, row by row

constant sampler_t edge = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;

kernel void edge_strength(read_only image2d_t in, global float4* out) {
  const int2 at = (int2)(get_global_id(0), get_global_id(1));
  const int2 size = get_image_dim(in);
  if (at.x >= size.x || at.y >= size.y)
    return;
  out[at.y * size.x + at.x] = read_imagef(in, edge, at);
}
