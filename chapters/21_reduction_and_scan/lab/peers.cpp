// Other solutions of the same problems, timed beside ours in the same process, on the same input.

#include "cub.hpp"
#include "problem.hpp"

#include "harness/lab/device.hpp"
#include "harness/lab/session.hpp"
#include "harness/ladder/host_peer.hpp"

#include <algorithm>
#include <memory>
#include <numeric>

#ifdef HAVE_TBB
#include <execution> // that of GCC's library needs TBB
#include <tbb/blocked_range.h>
#include <tbb/parallel_reduce.h>
#include <tbb/parallel_scan.h>
#include <tbb/parallel_sort.h>
#endif

namespace sums {
namespace {

#ifndef HAVE_TBB
const char* const no_tbb =
    "not found when this program was built: sudo apt install libtbb-dev, then build again";
#endif

template <typename T>
const T* elements_of(const Elements& elements) {
  return static_cast<const T*>(elements.data());
}

// Of sums; the other operations have no peers yet.
template <typename T>
std::vector<harness::Peer> reduction_peers_of(const Sums& problem) {
  if (problem.task.operation != "sum")
    return {};
  std::vector<harness::Peer> peers;
  peers.push_back(harness::host_peer<T>("C++ plain", "one thread, one loop", 1,
                                        [&problem](std::vector<T>& result) {
                                          const T* x = elements_of<T>(problem.first);
                                          result[0] = std::accumulate(x, x + problem.n, T{0});
                                        }));
#ifdef HAVE_TBB
  peers.push_back(
      harness::host_peer<T>("oneTBB", "parallel_reduce", 1, [&problem](std::vector<T>& result) {
        const T* x = elements_of<T>(problem.first);
        result[0] = tbb::parallel_reduce(
            tbb::blocked_range<std::size_t>(0, problem.n), T{0},
            [x](const auto& range, T sum) {
              return std::reduce(x + range.begin(), x + range.end(), sum);
            },
            std::plus<>());
      }));
#else
  peers.push_back({"oneTBB", "", no_tbb});
#endif
  return peers;
}

template <typename T>
std::vector<harness::Peer> scan_peers_of(const Sums& problem) {
  if (problem.task.form == "segmented")
    return {};
  const bool inclusive = problem.task.form == "inclusive";
  const std::size_t n = problem.n;
  std::vector<harness::Peer> peers;
  peers.push_back(harness::host_peer<T>("C++ plain", "one thread, one loop", n,
                                        [&problem, n, inclusive](std::vector<T>& y) {
                                          const T* x = elements_of<T>(problem.first);
                                          if (inclusive)
                                            std::inclusive_scan(x, x + n, y.begin());
                                          else
                                            std::exclusive_scan(x, x + n, y.begin(), T{0});
                                        }));
#ifdef HAVE_TBB
  peers.push_back(harness::host_peer<T>(
      "oneTBB", "parallel_scan", n, [&problem, n, inclusive](std::vector<T>& y) {
        const T* x = elements_of<T>(problem.first);
        tbb::parallel_scan(
            tbb::blocked_range<std::size_t>(0, n), T{0},
            [x, &y, inclusive](const auto& range, T sum, bool final) {
              for (std::size_t i = range.begin(); i < range.end(); ++i) {
                const T before = sum;
                sum += x[i];
                if (final)
                  y[i] = inclusive ? sum : before;
              }
              return sum;
            },
            std::plus<>());
      }));
#else
  peers.push_back({"oneTBB", "", no_tbb});
#endif
  return peers;
}

std::vector<harness::Peer> sort_peers_of(const Sums& problem) {
  if (problem.task.values || problem.n > (std::uint64_t{1} << 26)) // seconds of std::sort
    return {};
  const auto sorted = [&problem](auto sort) {
    return [&problem, sort](std::vector<cl_uint>& keys) {
      std::copy(problem.first.ints.begin(), problem.first.ints.end(), keys.begin());
      sort(keys.begin(), keys.end());
    };
  };
  std::vector<harness::Peer> peers;
  peers.push_back(harness::host_peer<cl_uint>("C++ std::sort", "one thread, copying included",
                                              problem.n,
                                              sorted([](auto a, auto b) { std::sort(a, b); })));
#ifdef HAVE_TBB
  peers.push_back(
      harness::host_peer<cl_uint>("oneTBB", "parallel_sort, copying included", problem.n,
                                  sorted([](auto a, auto b) { tbb::parallel_sort(a, b); })));
  peers.push_back(harness::host_peer<cl_uint>(
      "C++ par_unseq", "std::sort(par_unseq), copying included", problem.n,
      sorted([](auto a, auto b) { std::sort(std::execution::par_unseq, a, b); })));
#else
  peers.push_back({"oneTBB", "", no_tbb});
  peers.push_back({"C++ par_unseq", "", no_tbb});
#endif
  return peers;
}

// NVIDIA's library, on NVIDIA's GPUs.
std::vector<harness::Peer> cub_peers_of(const Sums& problem, const cl::Device& device) {
  const Task& task = problem.task;
  if (!harness::is_nvidia(device) || problem.n == 0 || task.operation != "sum" ||
      task.form == "segmented" || task.values)
    return {};
#ifdef HAVE_CUB
  const CubTask what = task.problem == "reduce"   ? CubTask::sum
                       : task.problem == "sort"   ? CubTask::sort
                       : task.form == "inclusive" ? CubTask::inclusive
                                                  : CubTask::exclusive;
  // Its memory is taken when it first runs: all of it beside ours may be too much for --list.
  const auto cub = std::make_shared<std::shared_ptr<CubPeer>>();
  harness::Peer peer{"CUB", "CUDA"};
  peer.run = [&problem, what, cub] {
    if (!*cub)
      *cub = {cub_prepare(what, problem.task.floats(), problem.first.data(), problem.n),
              cub_finish};
    return cub_run(cub->get());
  };
  peer.output = [&problem, cub] {
    std::vector<std::byte> output(problem.output_bytes());
    cub_output(cub->get(), output.data(), output.size());
    return output;
  };
  return {peer};
#else
  return {{"CUB", "",
           "not found when this program was built: install the CUDA toolkit, then build again"}};
#endif
}

} // namespace

std::vector<harness::Peer> Sums::peers(const harness::Session& session) const {
  std::vector<harness::Peer> peers =
      task.problem == "sort" ? sort_peers_of(*this)
      : task.problem == "reduce"
          ? (task.floats() ? reduction_peers_of<float> : reduction_peers_of<cl_int>)(*this)
          : (task.floats() ? scan_peers_of<float> : scan_peers_of<cl_int>)(*this);
  const std::vector<harness::Peer> cub = cub_peers_of(*this, session.device);
  peers.insert(peers.end(), cub.begin(), cub.end());
  return peers;
}

} // namespace sums
