// How large should the block be that one command, or one thread, works on?

#include "common/error.hpp"
#include "common/launch.hpp"
#include "harness/lab/measure.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <fmt/format.h>
#include <functional>
#include <numeric>

namespace {

// [work]
void take_roots(float* numbers, std::size_t begin, std::size_t end) {
  for (std::size_t i = begin; i < end; ++i)
    numbers[i] = std::sqrt(numbers[i]);
}

struct Block {
  void* numbers;
  std::size_t begin, end;
};

void CL_CALLBACK take_roots_of_block(void* raw) {
  const auto* block = static_cast<const Block*>(raw);
  take_roots(static_cast<float*>(block->numbers), block->begin, block->end);
}
// [/work]

// [ways]
void with_native_kernels(const cl::CommandQueue& queue, const cl::Buffer& buffer, std::size_t n,
                         std::size_t block_size) {
  Block block{buffer(), 0, 0};
  const std::vector<cl::Memory> buffers{buffer};
  const std::vector<const void*> places{&block.numbers};
  for (block.begin = 0; block.begin < n; block.begin = block.end) {
    block.end = std::min(n, block.begin + block_size);
    queue.enqueueNativeKernel(take_roots_of_block, {&block, sizeof block}, &buffers, &places);
  }
  queue.finish();
}

// As many threads as the machine has cores; each takes the next block until there is none.
void with_a_team(std::vector<float>& numbers, std::size_t block_size) {
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (;;) {
      const std::size_t begin = next.fetch_add(block_size);
      if (begin >= numbers.size())
        return;
      take_roots(numbers.data(), begin, std::min(numbers.size(), begin + block_size));
    }
  };
  std::vector<std::thread> team(std::max(1U, std::thread::hardware_concurrency()));
  for (std::thread& thread : team)
    thread = std::thread(work);
  for (std::thread& thread : team)
    thread.join();
}

void with_a_thread_each(std::vector<float>& numbers, std::size_t block_size) {
  std::vector<std::thread> threads;
  for (std::size_t begin = 0; begin < numbers.size(); begin += block_size)
    threads.emplace_back(take_roots, numbers.data(), begin,
                         std::min(numbers.size(), begin + block_size));
  for (std::thread& thread : threads)
    thread.join();
}
// [/ways]

} // namespace

Json how_large_should_a_block_be(Lab& lab) {
  const std::size_t n = lab.quick ? 1U << 18 : 1U << 23;
  const harness::Repetition repetition =
      lab.quick ? harness::Repetition{0.01, 3, 5} : harness::Repetition{0.2, 7, 50};
  std::vector<float> original(n), numbers(n);
  std::iota(original.begin(), original.end(), 1.0F);
  std::vector<float> reference = original;
  take_roots(reference.data(), 0, n);
  const std::size_t bytes = n * sizeof(float);
  const cl::Buffer buffer(lab.context, CL_MEM_READ_WRITE, bytes);

  // Each way is checked once, and then timed. Its numbers lie in `numbers` or in the buffer.
  const auto median_ms = [&](bool in_buffer, const char* what, const std::function<void()>& way,
                             double tolerance = 0.0) {
    numbers = original;
    lab.queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, bytes, original.data());
    way();
    if (in_buffer)
      lab.queue.enqueueReadBuffer(buffer, CL_TRUE, 0, bytes, numbers.data());
    for (std::size_t i = 0; i < n; ++i)
      verify(std::abs(numbers[i] - reference[i]) <= tolerance * reference[i],
             fmt::format("{} take the root of each number once", what));
    return harness::measure_ms(way, repetition).median();
  };

  const double loop_ms = median_ms(false, "a loop can", [&] { take_roots(numbers.data(), 0, n); });
  cl::Kernel kernel(lab.program, "square_root");
  common::set_args(kernel, buffer, static_cast<cl_uint>(n));
  const cl::NDRange local_size = common::fit_local_size(lab.device, kernel, cl::NDRange(256));
  const double kernel_ms = median_ms(
      true, "an OpenCL kernel's work-items",
      [&] {
        common::launch(lab.queue, kernel, common::round_up(cl::NDRange(n), local_size), local_size)
            .wait();
      },
      1e-6); // sqrt may be off by 3 ulp on a device

  cl::CommandQueue queue = lab.queue;
  std::string why_not;
  try {
    lab.need_native_kernels();
    queue = lab.out_of_order_queue();
  } catch (const common::Skip& skip) {
    why_not = skip.what();
    fmt::print("  the column of the native kernels is skipped: {}\n", why_not);
  }
  harness::Table table({{"  block size", harness::Table::Align::right},
                        {"blocks", harness::Table::Align::right},
                        {"native kernels", harness::Table::Align::right},
                        {"team of threads", harness::Table::Align::right},
                        {"a thread each", harness::Table::Align::right}});
  Json rows = Json::array();
  for (std::size_t blocks = 1; blocks <= (lab.quick ? 64U : 4096U); blocks *= lab.quick ? 8 : 4) {
    const std::size_t size = n / blocks;
    Json row{{"block_size", size}, {"blocks", blocks}};
    if (why_not.empty())
      row["native_ms"] =
          median_ms(true, "native kernels", [&] { with_native_kernels(queue, buffer, n, size); });
    row["team_ms"] = median_ms(false, "threads of a team", [&] { with_a_team(numbers, size); });
    row["each_ms"] =
        median_ms(false, "threads for a block each", [&] { with_a_thread_each(numbers, size); });
    const auto cell = [&](const char* key) {
      return row.contains(key) ? fmt::format("{:.2f} ms", row.at(key).get<double>()) : "-";
    };
    table.add({fmt::format("  {}", size), fmt::format("{}", blocks), cell("native_ms"),
               cell("team_ms"), cell("each_ms")});
    rows.push_back(row);
  }
  fmt::print("  the square roots of {} numbers, medians\n  one loop        {:8.2f} ms\n"
             "  OpenCL kernel   {:8.2f} ms\n{}",
             n, loop_ms, kernel_ms, table.text());
  Json json{{"elements", n},
            {"loop_ms", loop_ms},
            {"kernel_ms", kernel_ms},
            {"rows", rows},
            {"cores", std::thread::hardware_concurrency()}};
  if (!why_not.empty())
    json["native_skipped"] = why_not;
  return json;
}
