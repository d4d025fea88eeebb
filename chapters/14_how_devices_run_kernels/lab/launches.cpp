// How large should a work-group be, in one and in two dimensions, and what does a launch cost?

#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>

namespace {

// add_one on n words, with any local size.
class AddOne {
 public:
  AddOne(const Lab& lab, std::size_t most)
      : lab_(lab), kernel_(lab.kernel("launches", "add_one")), in_(numbers(most)),
        out_(lab.context, CL_MEM_READ_WRITE, 4 * most) {
    common::set_args(kernel_, in_, out_);
  }

  cl::Event launch(std::size_t n, const cl::NDRange& local) const {
    return common::launch(lab_.queue, kernel_, {n}, local);
  }

  void clear() const {
    lab_.queue.enqueueFillBuffer(out_, cl_uint{0}, 0, out_.getInfo<CL_MEM_SIZE>());
  }

  // The first n words have been written, the others not.
  void check(std::size_t n) const {
    verify_all(lab_.read<cl_uint>(out_), "add_one",
               [&](std::size_t i) { return i < n ? static_cast<cl_uint>(i) + 1 : 0; });
  }

  const cl::Kernel& kernel() const { return kernel_; }

 private:
  cl::Buffer numbers(std::size_t count) const {
    std::vector<cl_uint> values(count);
    for (std::size_t i = 0; i < count; ++i)
      values[i] = static_cast<cl_uint>(i);
    return lab_.buffer(values);
  }

  const Lab& lab_;
  cl::Kernel kernel_;
  cl::Buffer in_, out_;
};

} // namespace

// [local-size]
Json how_large_should_a_group_be(const Lab& lab) {
  const std::size_t n = scale_of(lab).words;
  const AddOne add(lab, n);
  const std::size_t limit = fit(lab, add.kernel(), n);
  Json rows = Json::array();
  for (std::size_t local = 1; local <= limit; local *= lab.quick ? 256 : 2) {
    add.clear();
    const Measured time = device_ms(lab, [&] { return add.launch(n, {local}); });
    add.check(n);
    rows.push_back(
        {{"local", local}, {"ms", time.ms}, {"gbps", 8e-6 * static_cast<double>(n) / time.ms}});
  }
  // [/local-size]
  fmt::print("  {} words plus one\n", n);
  print_rows(rows,
             {{"local", "", "local size"}, {"gbps", "{:.2f}", "GB/s"}, {"ms", "{:.3f}", "ms"}});
  return {{"words", n}, {"rows", rows}};
}

// [shapes]
Json what_shape_should_a_group_have(const Lab& lab) {
  const std::size_t side = std::size_t{1} << (std::bit_width(scale_of(lab).words) - 1) / 2;
  std::vector<cl_uint> picture((side + 1) * (side + 1));
  for (std::size_t i = 0; i < picture.size(); ++i)
    picture[i] = static_cast<cl_uint>(i * i);
  const cl::Buffer in = lab.buffer(picture);
  const cl::Buffer out(lab.context, CL_MEM_READ_WRITE, 4 * side * side);
  cl::Kernel kernel = lab.kernel("memory", "corner");
  common::set_args(kernel, in, out, static_cast<cl_uint>(side));
  const std::size_t size = fit(lab, kernel, std::min<std::size_t>(256, side));
  std::vector<cl::NDRange> shapes;
  if (!lab.quick)
    shapes.push_back(cl::NullRange);
  for (std::size_t height = 1; height <= size; height *= lab.quick ? 256 : 2)
    shapes.emplace_back(size / height, height);
  Json rows = Json::array();
  for (const cl::NDRange& shape : shapes) {
    lab.queue.enqueueFillBuffer(out, cl_uint{0}, 0, 4 * side * side);
    const Measured time = device_ms(lab, [&] {
      return common::launch(lab.queue, kernel, {side, side}, shape);
    });
    verify_all(lab.read<cl_uint>(out), "corner", [&](std::size_t i) {
      const std::size_t p = i / side * (side + 1) + i % side;
      return picture[p] + picture[p + 1] + picture[p + side + 1];
    });
    rows.push_back({{"shape", shape.dimensions() == 0 ? "none given" : common::range_text(shape)},
                    {"ms", time.ms}});
  }
  // [/shapes]
  fmt::print("  a picture of {} x {}; each pixel with its neighbours to the right and below\n",
             side, side);
  print_rows(rows, {{"shape", "", "local size"}, {"ms", "{:.3f}", "ms"}});
  return {{"side", side}, {"rows", rows}};
}

// [launch]
Json what_does_a_launch_cost(const Lab& lab) {
  cl::Kernel count = lab.kernel("launches", "count");
  const cl::Buffer launches = lab.buffer(std::vector<cl_uint>(1));
  common::set_args(count, launches);
  cl_uint done = 0;
  const auto one = [&] {
    ++done;
    return common::launch(lab.queue, count, {1}, {1});
  };
  const int many = lab.quick ? 20 : 1000;
  const Measured device = device_ms(lab, one);
  const Measured waiting = host_ms(lab, [&] { one().wait(); });
  const Measured batch = host_ms(lab, [&] {
    for (int i = 0; i < many; ++i)
      one();
    lab.queue.finish();
  });
  verify(lab.read<cl_uint>(launches)[0] == done, "each launch has counted itself");

  const std::size_t most = std::min<std::size_t>(scale_of(lab).words, std::size_t{1} << 24);
  const AddOne add(lab, most);
  Json rows = Json::array();
  for (std::size_t n = 1; n <= most; n *= lab.quick ? 256 : 4) {
    const cl::NDRange local(fit(lab, add.kernel(), std::min<std::size_t>(n, 256)));
    add.clear();
    const Measured time = host_ms(lab, [&] { add.launch(n, local).wait(); });
    add.check(n);
    rows.push_back({{"items", n}, {"us", 1e3 * time.ms}});
  }
  // [/launch]
  const double batch_us = 1e3 * batch.ms / many;
  fmt::print("  one work-item: {:.1f} us, where the host waits for each launch\n"
             "                 {:.1f} us, where it waits for {} launches\n"
             "                 {:.1f} us from start to end, by the device's clock\n",
             1e3 * waiting.ms, batch_us, many, 1e3 * device.ms);
  print_rows(rows, {{"items", "", "work-items"}, {"us", "{:.1f}", "us, with waiting"}});
  return {{"each_us", 1e3 * waiting.ms},
          {"batch_us", batch_us},
          {"device_us", 1e3 * device.ms},
          {"batch", many},
          {"rows", rows}};
}
