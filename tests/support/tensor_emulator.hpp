// Runs a kernel for NVIDIA's tensor cores on threads of the host: a thread for each work-item, the kernel's own index
// arithmetic and protocol, and C++ in the place of each PTX instruction. What is asynchronous happens as late as the kernel
// allows (products, cp.async) or in any order (bulk copies), so that a missing wait shows. A deadlock ends the program.
//
// tests/chapters/test_15_matmul_tensor_cores.cpp makes a C++ file of a kernel: it includes this one, the kernel, and
// tensor_emulator_main.hpp. It defines REAL_LOCAL where the kernel itself reads local memory: arrays there are memory then, at
// addresses of 32 bits; else they are numbers, as small as on the device.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <random>
#include <thread>
#include <vector>

using uint = unsigned;
using uchar = unsigned char;
using ushort = unsigned short;
using ulong = unsigned long;
struct uint2 {
  uint x, y;
};
struct uint4 {
  union {
    struct {
      uint x, y, z, w;
    };
    struct {
      uint2 xy, zw;
    };
  };
};
struct float2 {
  float x, y;
};
inline uint2 make_uint2(uint x, uint y) {
  return {x, y};
}
inline float2 make_float2(float x, float y) {
  return {x, y};
}
inline float make_floatV(float x) {
  return x;
}
inline uint4 make_uint4(uint x, uint y, uint z, uint w) {
  uint4 v;
  v.x = x, v.y = y, v.z = z, v.w = w;
  return v;
}
inline float2 vload2(int, const float* p) {
  return {p[0], p[1]};
}
inline uint as_uint(float f) {
  return std::bit_cast<uint>(f);
}
inline float as_float(uint u) {
  return std::bit_cast<float>(u);
}
inline uint min(uint a, uint b) {
  return a < b ? a : b;
}

[[noreturn]] inline void fail(const char* what) {
  std::printf("%s\n", what);
  std::fflush(stdout);
  std::_Exit(3);
}

constexpr std::size_t local_size = 227 * 1024;

struct Meeting { // a barrier
  int expected = 0, here = 0;
  ulong round = 0;
  std::mutex mutex;
  std::condition_variable changed;
  void wait() {
    std::unique_lock lock(mutex);
    const ulong mine = round;
    if (++here == expected)
      here = 0, ++round, changed.notify_all();
    else if (!changed.wait_for(lock, std::chrono::seconds(60), [&] { return round != mine; }))
      fail("deadlock at a barrier");
  }
};

struct Mbarrier {
  uint arrivals = 0, pending = 0;
  long bytes = 0;
  ulong phase = 0;
  void end_phase() {
    if (pending == 0 && bytes == 0)
      ++phase, pending = arrivals;
  }
};

struct Group {
  uchar* local = static_cast<uchar*>(mmap(nullptr, local_size, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0));
  uint used = 0;
  std::map<int, uint> arrays;
  std::map<uint, Mbarrier> mbarriers;
  Meeting all, warps[32];
  std::array<std::array<uint4, 32>, 32> a{}; // what lanes show each other
  std::array<std::array<uint4, 32>, 32> b{};
  std::array<std::array<const uint*, 32>, 32> row{};
  Group() {
    std::memset(local, 0xFF, local_size); // NaN
    for (Meeting& warp : warps)
      warp.expected = 32;
  }
  ~Group() { munmap(local, local_size); }
};

struct Device {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::function<void()>> copies; // of the copy engine
  bool stop = false;
};
inline Device* device;

using Batches = std::deque<std::vector<std::function<void()>>>;
inline thread_local struct {
  uint item, group[2], groups;
  Group* mine;
  Batches products, copies; // asynchronous ones, the newest still open
} here;

inline std::size_t get_local_id(int) {
  return here.item;
}
inline std::size_t get_group_id(int dimension) {
  return here.group[dimension];
}
inline std::size_t get_num_groups(int) {
  return here.groups;
}
#define CLK_LOCAL_MEM_FENCE 0
#define global
inline void barrier(int) {
  here.mine->all.wait();
}
inline void converge() {
  here.mine->warps[here.item / 32].wait();
} // what PTX calls .sync.aligned

template <class Array>
Array& local_array(int number, uint alignment) {
  const std::lock_guard lock(device->mutex);
  Group& group = *here.mine;
  if (group.arrays.count(number) == 0) {
    group.used = (group.used + alignment - 1) / alignment * alignment;
    group.arrays[number] = group.used;
    group.used += sizeof(Array);
    if (group.used > local_size)
      fail("more local memory than there is");
  }
#if REAL_LOCAL
  return *reinterpret_cast<Array*>(group.local + group.arrays[number]);
#else
  return *reinterpret_cast<Array*>(static_cast<std::size_t>(group.arrays[number]));
#endif
}
inline uint address_of(const void* p) {
  return static_cast<uint>(reinterpret_cast<std::size_t>(p));
}
inline uchar* local_memory(Group* group, uint address) {
#if REAL_LOCAL
  return reinterpret_cast<uchar*>(static_cast<std::size_t>(address));
#else
  return group->local + address;
#endif
}

inline void open_batch(Batches& batches) {
  if (batches.empty())
    batches.emplace_back();
}
inline void finish(Batches& batches, std::size_t newest) { // the open one does not count
  open_batch(batches);
  while (batches.size() > newest + 1) {
    for (const auto& action : batches.front())
      action();
    batches.pop_front();
  }
}
inline void close_batch(Batches& batches) {
  open_batch(batches);
  batches.emplace_back();
}

// --- cp.async ---
inline void start_copy(const void* to, const void* from, uint bytes, uint read) {
  open_batch(here.copies);
  here.copies.back().push_back([=, group = here.mine] {
    uchar* const target = local_memory(group, address_of(to));
    std::memcpy(target, from, read);
    std::memset(target + read, 0, bytes - read);
  });
}

// --- mbarriers and bulk copies ---
inline Mbarrier& mbarrier_at(Group* group, const ulong* barrier) {
  return group->mbarriers.at(address_of(barrier));
}
inline void create(ulong* barrier, uint arrivals) {
  const std::lock_guard lock(device->mutex);
  Mbarrier& created = here.mine->mbarriers[address_of(barrier)];
  created.arrivals = created.pending = arrivals;
}
inline void arrive_and_expect(ulong* barrier, uint bytes) {
  const std::lock_guard lock(device->mutex);
  Mbarrier& to = mbarrier_at(here.mine, barrier);
  if (to.pending == 0)
    fail("more arrivals at an mbarrier than it was created for");
  to.bytes += bytes;
  --to.pending;
  to.end_phase();
  device->changed.notify_all();
}
inline void arrive(ulong* barrier) {
  arrive_and_expect(barrier, 0);
}
inline void await(ulong* barrier, uint parity) {
  std::unique_lock lock(device->mutex);
  const Mbarrier& at = mbarrier_at(here.mine, barrier);
  if (!device->changed.wait_for(lock, std::chrono::seconds(60),
                                [&] { return (at.phase & 1) != parity; }))
    fail("deadlock at an mbarrier");
}
inline void copy_bulk(uint to, const uchar* from, uint bytes, ulong* barrier) {
  if (to % 16 != 0 || bytes % 16 != 0 || reinterpret_cast<std::size_t>(from) % 16 != 0)
    fail("a bulk copy that is not aligned");
  const std::lock_guard lock(device->mutex);
  device->copies.push_back([=, group = here.mine] {
    std::memcpy(local_memory(group, to), from, bytes);
    Mbarrier& at = mbarrier_at(group, barrier);
    at.bytes -= bytes;
    at.end_phase();
  });
  device->changed.notify_all();
}
inline void copy_engine() {
  std::mt19937 random(7);
  std::unique_lock lock(device->mutex);
  for (;;) {
    device->changed.wait(lock, [] { return device->stop || !device->copies.empty(); });
    if (device->copies.empty())
      return;
    lock.unlock();
    std::this_thread::yield();
    lock.lock();
    const auto chosen = device->copies.begin() + random() % device->copies.size();
    const std::function<void()> copy = *chosen;
    device->copies.erase(chosen);
    copy();
    device->changed.notify_all();
  }
}
// --- mma.sync and ldmatrix: the lanes of a warp show each other what they hold ---
#ifndef TF32
#define TF32 0
#endif
#ifndef MMA_K
#define MMA_K 16
#endif
inline uint4 ldmatrix(const void* row) {
  Group& group = *here.mine;
  const uint warp = here.item / 32, lane = here.item % 32;
  group.row[warp][lane] = reinterpret_cast<const uint*>(local_memory(&group, address_of(row)));
  converge();
  std::array<uint, 4> word{};
  for (uint block = 0; block < 4; ++block)
    word[block] = group.row[warp][8 * block + lane / 4][lane % 4];
  converge();
  return make_uint4(word[0], word[1], word[2], word[3]);
}
inline void mma(float* upper, float* lower, const uint4 a, const uint2 b, int) {
  Group& group = *here.mine;
  const uint warp = here.item / 32, lane = here.item % 32;
  group.a[warp][lane] = a;
  group.b[warp][lane] = make_uint4(b.x, b.y, 0, 0);
  converge();
  const auto factor = [](const uint4& words, uint number, uint k) {
    const uint word = number == 0   ? words.x
                      : number == 1 ? words.y
                      : number == 2 ? words.z
                                    : words.w;
    return MMA_K == 8 ? as_float(word & 0xffffe000) : as_float(word >> (k % 2 * 16) << 16);
  };
  constexpr uint half = MMA_K / 2, in_word = MMA_K / 8;
  for (uint i = 0; i < 2; ++i)
    for (uint j = 0; j < 2; ++j) {
      float& sum = (i == 0 ? upper : lower)[j];
      for (uint k = 0; k < MMA_K; ++k) {
        const uint column = 2 * (lane % 4) + j, at = k % half / in_word;
        sum += factor(group.a[warp][lane / 4 * 4 + at], i + 2 * (k / half), k) *
               factor(group.b[warp][column * 4 + at], k / half, k);
      }
    }
  converge();
}

// --- wgmma ---
inline void publish() {}
inline void begin_products() {
  converge();
}
inline void end_products() {
  close_batch(here.products);
}
inline void wait_for_products(uint newest) {
  converge();
  finish(here.products, newest);
  converge();
}
struct Cores { // a descriptor
  const uchar* first;
  uint along_k, along_lines;
  Cores(Group* group, ulong bits)
      : first(group->local + (bits & 0x3fff) * 16), along_k((bits >> 16 & 0x3fff) * 16),
        along_lines((bits >> 32 & 0x3fff) * 16) {
    if ((bits & 0xffffc000c000c000) != 0)
      fail("a descriptor with other bits than the three numbers");
  }
  float operator()(uint line, uint k) const {
    constexpr uint each = TF32 ? 4 : 8;
    const uchar* const at = first + line / 8 * along_lines + k / each * along_k + line % 8 * 16 +
                            k % each * (16 / each);
    uint word = 0;
    std::memcpy(reinterpret_cast<uchar*>(&word) + (TF32 ? 0 : 2), at, TF32 ? 4 : 2);
    return as_float(word);
  }
};
template <int columns>
void wgmma_of(float* sum, ulong a, ulong b, int add) {
  open_batch(here.products);
  here.products.back().push_back([=, group = here.mine, item = here.item] {
    const Cores a_at(group, a), b_at(group, b);
    constexpr uint steps = TF32 ? 8 : 16;
    for (uint i = 0; i < 2; ++i)
      for (uint j = 0; j < columns / 8 * 2; ++j) {
        float& to = sum[j / 2 * 4 + 2 * i + j % 2];
        float total = add ? to : 0.0F;
        for (uint k = 0; k < steps; ++k)
          total += a_at(item / 32 % 4 * 16 + item % 32 / 4 + 8 * i, k) *
                   b_at(j / 2 * 8 + item % 4 * 2 + j % 2, k);
        to = total;
      }
  });
}
