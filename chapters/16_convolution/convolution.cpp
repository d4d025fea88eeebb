// The problem of this chapter and its table of steps.

#include "convolution.hpp"

#include "common/error.hpp"
#include "common/launch.hpp"
#include "common/report.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <thread>

namespace convolution {
namespace {

// The kernels count the floats of an image with int.
void check_image_size(double width, double height, double channels) {
  if (width * height * channels > std::numeric_limits<int>::max())
    throw common::UsageError(fmt::format(
        "an image of {:.0f}x{:.0f} with {:.0f} channels is too large: the kernels count "
        "its numbers with int, so that 2^31 - 1 is the limit.",
        width, height, channels));
}

void check_output_size(const common::ImageF& image, const Setup& setup) {
  if (output_width(image, setup) < 1 || output_height(image, setup) < 1)
    throw common::UsageError(fmt::format(
        "the border 'valid' leaves nothing of an image of {}x{} under a filter of {}x{}: take a "
        "larger image or another border.",
        image.width, image.height, setup.filter.width, setup.filter.height));
}

// How many of the places first ... first + count - 1 of a row have a pixel to load.
std::uint64_t pixels_loaded(int first, int count, int extent, Border border) {
  std::uint64_t loads = 0;
  for (int i = first; i < first + count; ++i)
    loads += border_index(i, extent, border) >= 0 ? 1 : 0;
  return loads;
}

// The same for work-groups that overlap: `groups` of them, `step` apart, each with `count` places.
std::uint64_t pixels_loaded(int groups, int step, int count, int filter_extent, int extent,
                            Border border) {
  std::uint64_t loads = 0;
  for (int g = 0; g < groups; ++g)
    loads += pixels_loaded(g * step - before(filter_extent, border), count, extent, border);
  return loads;
}

int groups(int extent, int block) {
  return (extent + block - 1) / block;
}

} // namespace

Convolution::Convolution(Setup setup, int width, int height, int channels, unsigned seed)
    : setup_(std::move(setup)), seed_(seed), image_{width, height, channels, {}} {
  check_image_size(width, height, channels);
  check_output_size(image_, setup_);
}

Convolution::Convolution(Setup setup, common::ImageF picture)
    : setup_(std::move(setup)), image_(std::move(picture)) {
  check_image_size(image_.width, image_.height, image_.channels);
  check_output_size(image_, setup_);
}

std::string Convolution::size() const {
  return fmt::format("{}x{}", image_.width, image_.height);
}

// [cost]
common::Cost Convolution::cost() const {
  const double in = 1.0 * image_.width * image_.height * image_.channels;
  const double out = 1.0 * output_width() * output_height() * image_.channels;
  return {2.0 * setup_.filter.width * setup_.filter.height * out, sizeof(float) * (in + out)};
}
// [/cost]

std::size_t Convolution::output_bytes() const {
  return sizeof(float) * static_cast<std::size_t>(output_width()) *
         static_cast<std::size_t>(output_height()) * static_cast<std::size_t>(image_.channels);
}

void Convolution::upload(const common::Session& session) {
  const std::size_t count = static_cast<std::size_t>(image_.width) *
                            static_cast<std::size_t>(image_.height) *
                            static_cast<std::size_t>(image_.channels);
  const std::size_t bytes = count * sizeof(float);
  const std::size_t filter_bytes = setup_.filter.weights.size() * sizeof(float);
  std::vector<std::size_t> buffers{bytes, filter_bytes, output_bytes()};
  // A CPU's memory holds the host's copies as well: the image, the reference in double, the result.
  if (session.device.getInfo<CL_DEVICE_TYPE>() == CL_DEVICE_TYPE_CPU)
    buffers.insert(buffers.end(), {bytes, output_bytes(), output_bytes(), output_bytes()});
  common::require_device_memory(session.device, buffers);
  // Only now: a size that cannot work must not fill the host's memory first.
  if (image_.pixels.empty())
    image_.pixels = common::random_floats(count, seed_, 0.0F, 1.0F);
  reference_ = convolve_in_double(image_, setup_);

  input_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, bytes);
  filter_ = cl::Buffer(session.context, CL_MEM_READ_ONLY, filter_bytes);
  session.queue.enqueueWriteBuffer(input_, CL_TRUE, 0, bytes, image_.pixels.data());
  session.queue.enqueueWriteBuffer(filter_, CL_TRUE, 0, filter_bytes, setup_.filter.weights.data());
}

common::Comparison Convolution::check(std::span<const std::byte> output) const {
  const std::span got(reinterpret_cast<const float*>(output.data()), output.size() / sizeof(float));
  // All pixels lie in [0, 1], so no sum of |weight||pixel| exceeds that of the weights.
  return common::compare(
      got, reference_,
      common::sum_tolerance(setup_.filter.weights.size(), setup_.filter.sum_of_magnitudes()));
}

std::string Convolution::place(std::size_t index) const {
  const auto channels = static_cast<std::size_t>(image_.channels);
  const std::size_t pixel = index / channels;
  const auto width = static_cast<std::size_t>(output_width());
  return fmt::format("x {}, y {}, channel {}", pixel % width, pixel / width, index % channels);
}

// [build-options]
std::string Convolution::build_options() const {
  static const char* const names[] = {"VALID", "ZERO", "CLAMP", "REFLECT", "WRAP"};
  return fmt::format("-DCHANNELS={} -DBORDER=BORDER_{}", image_.channels,
                     names[static_cast<int>(setup_.border)]);
}
// [/build-options]

// [naive]
common::Step Convolution::naive_step() const {
  common::Step step{"v1", "naive", "the definition: one work-item for each output pixel",
                    "16_convolution/v1_naive.cl"};
  step.prepare = [this, file = step.kernel_file](const common::Workbench& bench) -> common::Run {
    cl::Kernel kernel = bench.kernel(file, "convolve", build_options());
    common::set_args(kernel, input_, image_.width, image_.height, filter_, setup_.filter.width,
                     setup_.filter.height, bench.output);
    const cl::NDRange local = common::fit_local_size(bench.session.device, kernel, {16, 16});
    const auto width = static_cast<std::size_t>(output_width());
    const auto height = static_cast<std::size_t>(output_height());
    const cl::NDRange global = common::round_up({width, height}, local);
    return [=, queue = bench.session.queue] {
      return std::vector{common::launch(queue, kernel, global, local)};
    };
  };
  step.accesses = [this](const common::Values&) {
    const auto& [filter, border] = setup_;
    const std::uint64_t outputs = 1ULL * output_width() * output_height();
    const std::uint64_t taps = filter.weights.size();
    // Each output needs a window as wide and as high as the filter.
    const std::uint64_t pixels =
        pixels_loaded(output_width(), 1, filter.width, filter.width, image_.width, border) *
        pixels_loaded(output_height(), 1, filter.height, filter.height, image_.height, border);
    return std::map<std::string, common::Accesses>{
        {"convolve",
         {.global_loads = pixels + taps * outputs, .global_stores = (taps + 1) * outputs}}};
  };
  return step;
}
// [/naive]

// [local-tile]
common::Step Convolution::local_tile_step() const {
  common::Step step{
      "v2", "local_tile",
      "a work-group first copies the pixels it needs into local memory: each is loaded once",
      "16_convolution/v2_local_tile.cl"};
  step.parameters = {{"LX", {8, 16, 32, 64}}, {"LY", {1, 2, 4, 8, 16, 32}}};
  step.presets = {{{"LX", 16}, {"LY", 16}},
                  {{"LX", 8}, {"LY", 8}},
                  {{"LX", 4}, {"LY", 4}},
                  {{"LX", 2}, {"LY", 2}},
                  {{"LX", 1}, {"LY", 1}}};
  const auto tile_width = [this](int lx) { return lx + setup_.filter.width - 1; };
  const auto tile_height = [this](int ly) { return ly + setup_.filter.height - 1; };
  const auto tile_bytes = [=, this](const common::Values& values) {
    return sizeof(float) * static_cast<std::size_t>(image_.channels) *
           static_cast<std::size_t>(tile_width(values.at("LX"))) *
           static_cast<std::size_t>(tile_height(values.at("LY")));
  };
  step.obstacle = [=](const cl::Device& device, const common::Values& values) -> std::string {
    const cl::NDRange wanted(static_cast<std::size_t>(values.at("LX")),
                             static_cast<std::size_t>(values.at("LY")));
    const std::string largest = common::range_text(common::fit_local_size(device, {}, wanted));
    if (largest != common::range_text(wanted))
      return fmt::format("needs work-groups of {}: this device has {} at most",
                         common::range_text(wanted), largest);
    const auto available = device.getInfo<CL_DEVICE_LOCAL_MEM_SIZE>();
    if (tile_bytes(values) > available)
      return fmt::format(
          "the tile of a work-group of {} needs {} bytes of local memory: this device "
          "has {}",
          common::range_text(wanted), tile_bytes(values), available);
    return {};
  };
  step.prepare = [=, this, file = step.kernel_file](const common::Workbench& bench) -> common::Run {
    cl::Kernel kernel = bench.kernel(file, "convolve", build_options());
    common::set_args(kernel, input_, image_.width, image_.height, filter_, setup_.filter.width,
                     setup_.filter.height, bench.output, cl::Local(tile_bytes(bench.values)));
    const cl::NDRange local(static_cast<std::size_t>(bench.values.at("LX")),
                            static_cast<std::size_t>(bench.values.at("LY")));
    const auto width = static_cast<std::size_t>(output_width());
    const auto height = static_cast<std::size_t>(output_height());
    const cl::NDRange global = common::round_up({width, height}, local);
    // The kernel may need more of the device than its tile alone: registers, say.
    if (const std::string problem =
            common::launch_problem(bench.session.device, kernel, global, local);
        !problem.empty())
      throw common::Skip(problem);
    return [=, queue = bench.session.queue] {
      return std::vector{common::launch(queue, kernel, global, local)};
    };
  };
  step.accesses = [=, this](const common::Values& values) {
    const auto& [filter, border] = setup_;
    const int lx = values.at("LX");
    const int ly = values.at("LY");
    const int groups_x = groups(output_width(), lx);
    const int groups_y = groups(output_height(), ly);
    const std::uint64_t outputs = 1ULL * output_width() * output_height();
    const std::uint64_t taps = filter.weights.size();
    const std::uint64_t pixels =
        pixels_loaded(groups_x, lx, tile_width(lx), filter.width, image_.width, border) *
        pixels_loaded(groups_y, ly, tile_height(ly), filter.height, image_.height, border);
    return std::map<std::string, common::Accesses>{
        {"convolve",
         {.global_loads = pixels + taps * outputs,
          .global_stores = (taps + 1) * outputs,
          .local_loads = taps * outputs,
          .local_stores = 1ULL * groups_x * groups_y * tile_width(lx) * tile_height(ly)}}};
  };
  return step;
}
// [/local-tile]

// [steps]
std::vector<common::Step> Convolution::steps() const {
  return {naive_step(), local_tile_step()};
}
// [/steps]

std::vector<common::Peer> Convolution::peers(const common::Session&) const {
  using Convolve = void (*)(const common::ImageF&, const Setup&, std::span<float>);
  const auto on_host = [this](const std::string& name, const std::string& version,
                              Convolve convolve) {
    auto output = std::make_shared<std::vector<float>>(output_bytes() / sizeof(float));
    common::Peer peer{name, version};
    peer.run = [this, output, convolve] {
      const common::Stopwatch watch;
      convolve(image_, setup_, *output);
      return watch.milliseconds();
    };
    peer.output = [output] {
      const auto bytes = std::as_bytes(std::span(*output));
      return std::vector<std::byte>(bytes.begin(), bytes.end());
    };
    return peer;
  };
  common::Peer plain = on_host("C++ plain", "one thread, five loops", convolve_plain);
  if (cost().flop > 3e9)
    plain.missing = "left out at this size: five plain loops would take minutes";
  return {plain,
          on_host("C++ optimised", fmt::format("{} threads", std::thread::hardware_concurrency()),
                  convolve_optimised)};
}

// ---- pictures ----

Show usual_show(const Filter& filter) {
  return std::fabs(filter.sum()) < 1e-6 ? Show::offset : Show::as_is;
}

common::ImageF load_picture(const std::string& file, int channels) {
  common::Image image = common::load_image(file, channels);
  if (image.channels == 3)
    image = common::load_image(file, 4);
  return common::to_float(image);
}

common::Image filtered_picture(const Setup& setup, const common::ImageF& picture, Show show,
                               const common::Session& session,
                               const std::vector<std::string>& ids) {
  Convolution problem(setup, picture);
  problem.upload(session);
  std::vector<common::Step> steps = problem.steps();
  std::reverse(steps.begin(), steps.end());
  for (const common::Step& step : steps) {
    const auto is_this = [&](const std::string& id) { return id == step.id || id == step.name; };
    if (!ids.empty() && std::none_of(ids.begin(), ids.end(), is_this))
      continue;
    common::Prepared prepared;
    try {
      prepared = common::prepare_step("16_convolution", problem, step, session);
    } catch (const common::Skip&) {
      continue; // the step before may do with less of the device
    }
    if (const std::string wrong = common::verify_step(problem, prepared, session); !wrong.empty())
      throw common::Error(fmt::format("{} ({}): {}", step.id, step.name, wrong));

    common::ImageF result{problem.output_width(), problem.output_height(), picture.channels, {}};
    result.pixels.resize(problem.output_bytes() / sizeof(float));
    session.queue.enqueueReadBuffer(prepared.output, CL_TRUE, 0, problem.output_bytes(),
                                    result.pixels.data());
    // Without a border the output is smaller: its first pixel lies under the anchor of the filter.
    const int left = setup.border == Border::valid ? setup.filter.width / 2 : 0;
    const int top = setup.border == Border::valid ? setup.filter.height / 2 : 0;
    for (std::size_t k = 0; k < result.pixels.size(); ++k) {
      float& value = result.pixels[k];
      if (picture.channels == 4 && k % 4 == 3) {
        const std::size_t x = k / 4 % static_cast<std::size_t>(result.width) + left;
        const std::size_t y = k / 4 / static_cast<std::size_t>(result.width) + top;
        value = picture.pixels[(y * static_cast<std::size_t>(picture.width) + x) * 4 + 3];
      } else {
        value = show == Show::offset      ? value + 0.5F
                : show == Show::magnitude ? std::fabs(value)
                                          : value;
      }
    }
    return common::to_bytes(result);
  }
  throw common::Skip("no step can run on this device with this filter: take a smaller one.");
}

// ---- the chapter ----

common::CaseStudy case_study(const Setup& setup, int channels) {
  common::CaseStudy study{
      .chapter = "16_convolution",
      .quick_sizes = {"33x17"},
      .default_sizes = {"512"},
      .check_sizes = {"1", "1x31", "31x1", "5x3", "2x64", "33x65", "127x129", "1000x31", "256"},
      .bench_sizes = {"600x400", "2048"},
      .make = [=](const std::string& size, unsigned seed) -> std::unique_ptr<common::Problem> {
        const std::vector<int> extents = common::parse_size(size, 2);
        return std::make_unique<Convolution>(setup, extents[0], extents[1], channels, seed);
      }};
  if (setup.border == Border::valid) // of the smallest images it leaves nothing
    study.check_sizes = {"63x64", "70x129", "127x129", "1000x63", "256"};
  return study;
}

common::CaseStudy case_study(const Setup& setup, const common::ImageF& picture) {
  common::CaseStudy study = case_study(setup, picture.channels);
  const std::vector<std::string> only{fmt::format("{}x{}", picture.width, picture.height)};
  study.quick_sizes = study.default_sizes = study.check_sizes = study.bench_sizes = only;
  study.make = [setup, picture](const std::string&, unsigned) -> std::unique_ptr<common::Problem> {
    return std::make_unique<Convolution>(setup, picture);
  };
  return study;
}

} // namespace convolution
