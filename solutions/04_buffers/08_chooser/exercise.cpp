#include "exercise.hpp"

#include <algorithm>
#include <cctype>
#include <chrono>

namespace {

std::string lower(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return text;
}

bool fits(const cl::Device& device, const Wish& wish) {
  return lower(device.getInfo<CL_DEVICE_NAME>()).find(lower(wish.name)) != std::string::npos &&
         (device.getInfo<CL_DEVICE_TYPE>() & wish.type) != 0 &&
         device.getInfo<CL_DEVICE_AVAILABLE>() == CL_TRUE &&
         wish.bytes <= device.getInfo<CL_DEVICE_MAX_MEM_ALLOC_SIZE>() &&
         wish.bytes <= device.getInfo<CL_DEVICE_GLOBAL_MEM_SIZE>() / 2;
}

// The median of seven measurements.
template <typename Function>
double seconds_of(const Function& run) {
  std::vector<double> times;
  for (int i = 0; i < 7; ++i) {
    const auto start = std::chrono::steady_clock::now();
    run();
    times.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  std::sort(times.begin(), times.end());
  return times[times.size() / 2];
}

Row measured(const cl::Device& device, std::size_t bytes) {
  const cl::Context context(device);
  const cl::CommandQueue queue(context, device);
  const cl::Buffer from(context, CL_MEM_READ_WRITE, bytes), to(context, CL_MEM_READ_WRITE, bytes);
  std::vector<unsigned char> data(bytes, 1);
  const auto speed = [&](const auto& command) {
    const double seconds = seconds_of([&] {
      command();
      queue.finish();
    });
    return static_cast<double>(bytes) / seconds / 1e9;
  };
  Row row;
  row.index = 0;
  row.name = device.getInfo<CL_DEVICE_NAME>();
  row.write = speed([&] { queue.enqueueWriteBuffer(from, CL_FALSE, 0, bytes, data.data()); });
  row.copy = speed([&] { queue.enqueueCopyBuffer(from, to, 0, 0, bytes); });
  row.read = speed([&] { queue.enqueueReadBuffer(to, CL_FALSE, 0, bytes, data.data()); });
  return row;
}

double time_of(const Row& row) {
  return 1.0 / row.write + 1.0 / row.copy + 1.0 / row.read;
}

} // namespace

std::vector<Row> fastest(const std::vector<cl::Device>& devices, const Wish& wish) {
  std::vector<Row> rows;
  for (std::size_t i = 0; i < devices.size(); ++i)
    try {
      if (!fits(devices[i], wish))
        continue;
      rows.push_back(measured(devices[i], wish.bytes));
      rows.back().index = i;
    } catch (const cl::Error&) { // this one does not work: what about the others?
    }
  std::sort(rows.begin(), rows.end(),
            [](const Row& a, const Row& b) { return time_of(a) < time_of(b); });
  return rows;
}
