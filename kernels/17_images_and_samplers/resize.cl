// resize: a picture in another size, read through a sampler; the kernel of the lesson's program.
//
// Each work-item computes one pixel of the result. It asks the input at the place that its own centre has in the
// input; the sampler, which the host makes, says what to answer between pixels and beside the picture.
//
// Data      input: an image of any size; output: an image of out_width x out_height
// NDRange   2-D, at least out_width x out_height work-items, any local size
// Needs     a sampler with normalised coordinates
// Reads     one image read for each pixel; writes one

kernel void resize(read_only image2d_t input, sampler_t sampler, write_only image2d_t output, const float left,
                   const float top, const float width, const float height) {
  const int x = get_global_id(0), y = get_global_id(1);
  const int out_width = get_image_width(output), out_height = get_image_height(output);
  if (x >= out_width || y >= out_height)
    return;
  // The centre of this pixel, as a fraction of the output, then of the part of the input that is wanted.
  const float2 place = (float2)(left + width * (x + 0.5f) / out_width, top + height * (y + 0.5f) / out_height);
  write_imagef(output, (int2)(x, y), read_imagef(input, sampler, place));
}
