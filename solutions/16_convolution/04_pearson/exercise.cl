// Pearson's correlation of 3 x 3 pixels with a template; out has (width - 2) x (height - 2) numbers

kernel void correlation(global const float* in, constant float* template_, global float* out,
                        int width, int height) {
  const int x = (int)get_global_id(0), y = (int)get_global_id(1);
  if (x >= width - 2 || y >= height - 2)
    return;
  float p[9];
  float p_mean = 0.0f, t_mean = 0.0f;
  for (int i = 0; i < 9; ++i) {
    p[i] = in[(y + i / 3) * width + x + i % 3];
    p_mean += p[i] / 9.0f;
    t_mean += template_[i] / 9.0f;
  }
  float pt = 0.0f, pp = 0.0f, tt = 0.0f;
  for (int i = 0; i < 9; ++i) {
    const float dp = p[i] - p_mean, dt = template_[i] - t_mean;
    pt += dp * dt;
    pp += dp * dp;
    tt += dt * dt;
  }
  out[y * (width - 2) + x] = pp * tt > 0.0f ? pt / sqrt(pp * tt) : 0.0f;
}
