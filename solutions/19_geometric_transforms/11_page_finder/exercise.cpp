#include "exercise.hpp"

#include "common/launch.hpp"

#include <array>

namespace {

const char* const source = R"(
bool is_bright(global const uchar4* in, int width, int height, int x, int y) {
  if (x < 0 || y < 0 || x >= width || y >= height)
    return false;
  const uchar4 c = in[y * width + x];
  return c.x > 140 && c.y > 140 && c.z > 140;
}

// 1 where a pixel and its eight neighbours are bright.
kernel void mark(global const uchar4* in, int width, int height, global uchar* marks) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  int bright = 0;
  for (int j = -1; j <= 1; ++j)
    for (int i = -1; i <= 1; ++i)
      bright += is_bright(in, width, height, x + i, y + j);
  marks[y * width + x] = bright == 9;
}

kernel void warp(global const uchar4* in, int width, int height, constant float* m, global uchar4* out,
                 int out_width, int out_height) {
  const int x = get_global_id(0), y = get_global_id(1);
  if (x >= out_width || y >= out_height)
    return;
  const float w = m[6] * x + m[7] * y + m[8];
  const float u = clamp((m[0] * x + m[1] * y + m[2]) / w, 0.0f, width - 1.0f);
  const float v = clamp((m[3] * x + m[4] * y + m[5]) / w, 0.0f, height - 1.0f);
  const int left = min((int)u, max(width - 2, 0)), top = min((int)v, max(height - 2, 0));
  global const uchar4* corner = in + top * width + left;
  const float4 above = mix(convert_float4(corner[0]), convert_float4(corner[1]), u - left);
  const float4 below = mix(convert_float4(corner[width]), convert_float4(corner[width + 1]), u - left);
  out[y * out_width + x] = convert_uchar4_sat_rte(mix(above, below, v - top));
}
)";

struct Corner {
  double x = 0.0, y = 0.0, score = -1e9;
  void offer(double value, double px, double py) {
    if (value > score)
      *this = {px, py, value};
  }
};

// (0, 0), (right, 0), (right, down), (0, down) go to the corners.
std::vector<float> onto_corners(const std::array<Corner, 4>& c, double right, double down) {
  const double dx1 = c[1].x - c[2].x, dx2 = c[3].x - c[2].x, sx = c[0].x - c[1].x + c[2].x - c[3].x;
  const double dy1 = c[1].y - c[2].y, dy2 = c[3].y - c[2].y, sy = c[0].y - c[1].y + c[2].y - c[3].y;
  const double area = dx1 * dy2 - dx2 * dy1;
  const double g = (sx * dy2 - dx2 * sy) / area, h = (dx1 * sy - sx * dy1) / area;
  const std::array<double, 9> m{(c[1].x - c[0].x + g * c[1].x) / right,
                                (c[3].x - c[0].x + h * c[3].x) / down,
                                c[0].x,
                                (c[1].y - c[0].y + g * c[1].y) / right,
                                (c[3].y - c[0].y + h * c[3].y) / down,
                                c[0].y,
                                g / right,
                                h / down,
                                1.0};
  return {m.begin(), m.end()};
}

} // namespace

Picture straighten(const cl::Device& device, const Picture& photo, int width, int height) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Program program(context, source);
  program.build();
  const auto run = [&](cl::Kernel& kernel, int across, int down) {
    const cl::NDRange local = common::fit_local_size(device, kernel, {8, 8});
    const cl::NDRange all(static_cast<std::size_t>(across), static_cast<std::size_t>(down));
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, common::round_up(all, local), local);
  };
  const cl::Buffer in(context, CL_MEM_READ_ONLY, photo.pixels.size());
  queue.enqueueWriteBuffer(in, CL_TRUE, 0, photo.pixels.size(), photo.pixels.data());

  std::vector<cl_uchar> marks(photo.pixels.size() / 4);
  const cl::Buffer marked(context, CL_MEM_WRITE_ONLY, marks.size());
  cl::Kernel mark(program, "mark");
  common::set_args(mark, in, photo.width, photo.height, marked);
  run(mark, photo.width, photo.height);
  queue.enqueueReadBuffer(marked, CL_TRUE, 0, marks.size(), marks.data());

  std::array<Corner, 4> corners;
  for (int y = 0; y < photo.height; ++y)
    for (int x = 0; x < photo.width; ++x)
      if (marks[static_cast<std::size_t>(y * photo.width + x)] != 0) {
        corners[0].offer(-x - y, x - 1, y - 1); // a pixel further out: the neighbours
        corners[1].offer(x - y, x + 1, y - 1);
        corners[2].offer(x + y, x + 1, y + 1);
        corners[3].offer(y - x, x - 1, y + 1);
      }

  const std::vector<float> matrix = onto_corners(corners, width - 1, height - 1);
  const cl::Buffer m(context, CL_MEM_READ_ONLY, 9 * sizeof(float));
  queue.enqueueWriteBuffer(m, CL_TRUE, 0, 9 * sizeof(float), matrix.data());
  Picture page{width, height, std::vector<cl_uchar>(4 * static_cast<std::size_t>(width * height))};
  const cl::Buffer out(context, CL_MEM_WRITE_ONLY, page.pixels.size());
  cl::Kernel warp(program, "warp");
  common::set_args(warp, in, photo.width, photo.height, m, out, width, height);
  run(warp, width, height);
  queue.enqueueReadBuffer(out, CL_TRUE, 0, page.pixels.size(), page.pixels.data());
  return page;
}
