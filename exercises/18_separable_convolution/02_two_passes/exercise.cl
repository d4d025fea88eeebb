// A blur with 2 * radius + 1 weights for the rows and the same for the columns. Beside the picture its nearest pixel
// counts. The weight of a pixel is that of its column times that of its row.

kernel void rows(global const float* in, constant float* weights, int radius, global float* middle, int width,
                 int height) {
  // Here.
}

kernel void columns(global const float* middle, constant float* weights, int radius, global float* out, int width,
                    int height) {
  // And here.
}
