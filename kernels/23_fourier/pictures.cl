// Pictures by their frequencies: the lab's --use picture and --use compress put transforms between these kernels.
//
//   fourier_pass      global size: width x height; 0 < cut, in parts of the highest frequency
//   fourier_drop      global size: numbers of the spectrum; what is weaker than `least` becomes 0
//   fourier_spectrum  global size: width x height; a spectrum as everybody draws it, 0 in the middle, 0 to 1 for black to white

// [pass]
// kind 0: a sharp edge; 1: a soft one (half at the cut). high: what a low pass leaves out.
kernel void fourier_pass(global const float2* X, global float2* Y, const int width, const int height, const float cut,
                         const int kind, const int high) {
  const int u = get_global_id(0), v = get_global_id(1), at = v * width + u;
  const float fu = 2.0f * min(u, width - u) / width, fv = 2.0f * min(v, height - v) / height; // u and -u: the same wave
  const float r2 = (fu * fu + fv * fv) / (cut * cut);
  const float low = kind == 0 ? (r2 <= 1.0f ? 1.0f : 0.0f) : exp2(-r2);
  Y[at] = (high ? 1.0f - low : low) * X[at];
}
// [/pass]

// [drop]
kernel void fourier_drop(global const float2* X, global float2* Y, const float least) {
  const int g = get_global_id(0);
  Y[g] = length(X[g]) < least ? (float2)(0.0f) : X[g];
}
// [/drop]

// [spectrum]
kernel void fourier_spectrum(global const float2* X, global float* picture, const int width, const int height) {
  const int u = get_global_id(0), v = get_global_id(1);
  const int to = (v + height / 2) % height * width + (u + width / 2) % width;
  picture[to] = (log10(length(X[v * width + u]) / (width * height) + 1e-6f) + 5.3f) / 4.5f;
}
// [/spectrum]
