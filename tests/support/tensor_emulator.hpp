// Runs a kernel for NVIDIA's tensor cores on threads of the host: a thread for each work-item, the kernel's own index
// arithmetic and protocol, and C++ in the place of each PTX instruction. What is asynchronous happens as late as the kernel
// allows (products, cp.async), or in any order, now and then not before everybody waits (bulk copies), so that a missing wait
// shows. A deadlock ends the program.
//
// tests/chapters/test_15_matmul_tensor_cores.cpp makes a C++ file of a kernel: it includes this one, the kernel, and
// tensor_emulator_main.hpp. It defines REAL_LOCAL where the kernel itself reads local memory: arrays there are memory then, at
// addresses of 32 bits; else they are numbers, as small as on the device.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <atomic>
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
#include <memory>
#include <mutex>
#include <random>
#include <string>
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
// Rounded to nearest, ties to even: the upper half of a float.
inline ushort bfloat16_of(float f) {
  const uint bits = as_uint(f);
  return static_cast<ushort>((bits + 0x7fff + (bits >> 16 & 1)) >> 16);
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

struct Device {
  std::mutex mutex;
  std::condition_variable changed;
  std::vector<std::function<void()>> copies; // of the copy engine
  std::atomic<int> awake;                    // work-items that neither wait nor have ended
  bool stop = false;
  void fall_asleep() { // with the mutex
    if (--awake == 0)
      changed.notify_all();
  }
};
inline Device* device;

struct Meeting { // a barrier
  int expected = 0, here = 0;
  ulong round = 0;
  std::mutex mutex;
  std::condition_variable changed;
  void wait() {
    std::unique_lock lock(mutex);
    const ulong mine = round;
    if (++here == expected) {
      here = 0, ++round, device->awake += expected - 1, changed.notify_all();
      return;
    }
    {
      const std::lock_guard of_device(device->mutex);
      device->fall_asleep();
    }
    if (!changed.wait_for(lock, std::chrono::seconds(60), [&] { return round != mine; }))
      fail("deadlock at a barrier");
  }
};

struct Mbarrier {
  uint arrivals = 0, pending = 0;
  long bytes = 0;
  ulong phase = 0;
  int asleep = 0; // who waits for the end of the phase
  void end_phase() {
    if (pending == 0 && bytes == 0)
      ++phase, pending = arrivals, device->awake += asleep, asleep = 0;
  }
};

struct Group {
  uchar* local = static_cast<uchar*>(mmap(nullptr, local_size, PROT_READ | PROT_WRITE,
                                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0));
  uint used = 0;
  std::map<int, uint> arrays;
  std::map<uint, Mbarrier> mbarriers;
  Meeting all, warps[32], warpgroups[8];
  std::array<std::array<uint4, 32>, 32> a{}; // what lanes show each other
  std::array<std::array<uint4, 32>, 32> b{};
  std::array<std::array<const uint*, 32>, 32> row{};
  Group() {
    std::memset(local, 0xFF, local_size); // NaN
    for (Meeting& warp : warps)
      warp.expected = 32;
    for (Meeting& warpgroup : warpgroups)
      warpgroup.expected = 128;
  }
  ~Group() { munmap(local, local_size); }
};

struct Store {
  bool read = false, awaited = false;
};
using Batches = std::deque<std::vector<std::function<void()>>>;
inline thread_local struct {
  uint item, group[2], groups;
  Group* mine;
  Batches products, copies; // asynchronous ones, the newest still open
  std::vector<std::function<void()>>
      unpublished; // writes to local memory that the copy engine does not see yet
  std::deque<std::vector<std::shared_ptr<Store>>> stores{1}; // boxes on their way
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
  Mbarrier& at = mbarrier_at(here.mine, barrier);
  if ((at.phase & 1) != parity)
    return;
  ++at.asleep;
  device->fall_asleep();
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
    if (random() % 2 == 0) { // as late as possible: whoever did not wait for it has gone on by then
      device->changed.wait(lock, [] { return device->awake == 0; });
    } else {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    }
    const auto chosen = device->copies.begin() + random() % device->copies.size();
    const std::function<void()> copy = *chosen;
    device->copies.erase(chosen);
    copy();
    device->changed.notify_all();
  }
}

// --- tensor maps ---
// Beside the 128 bytes of a map, which only PTX's instructions fill in, the emulator keeps what they have said.
struct TensorMap {
  std::map<std::string, ulong> fields;
  bool released = false;
  ulong operator()(const char* name) const {
    const auto found = fields.find(name);
    if (found == fields.end())
      fail((std::string("a tensor map without ") + name).c_str());
    return found->second;
  }
};
inline std::map<const ulong*, TensorMap> tensor_maps;
inline thread_local std::map<const ulong*, bool> acquired;

inline void set_field(ulong* map, const std::string& field, const std::string& dimension,
                      ulong value) {
  tensor_maps[map].fields[field + (dimension.empty() ? "" : " " + dimension.substr(0, 1))] = value;
}
inline void release_maps() {
  for (auto& [map, of] : tensor_maps)
    of.released = true;
}
inline void acquire(const ulong* map) {
  acquired[map] = true;
}
// Bits 4 to 6 of an address in local memory are exchanged by those of its row, bits 7 to 9.
inline uint swizzled_address(uint address) {
  return address ^ (address >> 3 & 0x70);
}

struct Box {
  uchar* matrix;
  ulong width, height, row_bytes, element_bytes, box_width, box_height;
  Box(const ulong* map, uint local_address) {
    if (!acquired[map])
      fail("a tensor map that was not acquired");
    const TensorMap& of = tensor_maps.at(map);
    const ulong type = of("elemtype");
    element_bytes = type == 7 ? 4 : type == 10 ? 2 : 0;
    matrix = reinterpret_cast<uchar*>(of("global_address"));
    width = of("global_dim 0"), height = of("global_dim 1"), row_bytes = of("global_stride 0");
    box_width = of("box_dim 0"), box_height = of("box_dim 1");
    if (!of.released || element_bytes == 0 || of("rank") != 1 || of("element_stride 0") != 1 ||
        of("element_stride 1") != 1 || of("interleave_layout") != 0 || of("swizzle_mode") != 3 ||
        of("fill_mode") != 0)
      fail("a tensor map that is of no use here");
    if (box_width * element_bytes != 128 || box_width > 256 || box_height > 256 || width == 0 ||
        height == 0 || row_bytes % 16 != 0 || of("global_address") % 16 != 0)
      fail("a tensor map that the device would refuse");
    if (local_address % 1024 != 0)
      fail("a swizzled box that is not aligned");
  }
  // Calls move(its place in local memory, its place in the matrix or null) for each element.
  template <class Move>
  void each(uint local_address, int x, int y, const Move& move) const {
    for (ulong row = 0; row < box_height; ++row)
      for (ulong column = 0; column < box_width; ++column) {
        const long to_x = x + static_cast<long>(column), to_y = y + static_cast<long>(row);
        const bool inside = to_x >= 0 && to_y >= 0 && to_x < static_cast<long>(width) &&
                            to_y < static_cast<long>(height);
        move(swizzled_address(local_address + row * 128 + column * element_bytes),
             inside ? matrix + to_y * row_bytes + to_x * element_bytes : nullptr);
      }
  }
};

inline void copy_box(uint to, const ulong* map, int x, int y, ulong* barrier) {
  const std::lock_guard lock(device->mutex);
  device->copies.push_back([=, box = Box(map, to), group = here.mine] {
    box.each(to, x, y, [&](uint address, const uchar* element) {
      if (element != nullptr)
        std::memcpy(local_memory(group, address), element, box.element_bytes);
      else
        std::memset(local_memory(group, address), 0, box.element_bytes);
    });
    Mbarrier& at = mbarrier_at(group, barrier);
    at.bytes -= box.box_height * 128;
    at.end_phase();
  });
  device->changed.notify_all();
}
inline void store_box(const ulong* map, int x, int y, uint from) {
  const std::lock_guard lock(device->mutex);
  const auto store = std::make_shared<Store>();
  here.stores.back().push_back(store);
  device->copies.push_back([=, box = Box(map, from), group = here.mine] {
    box.each(from, x, y, [&](uint address, uchar* element) {
      if (element != nullptr)
        std::memcpy(element, local_memory(group, address), box.element_bytes);
    });
    store->read = true;
    device->awake += store->awaited;
  });
  device->changed.notify_all();
}
inline void end_of_stores() {
  here.stores.emplace_back();
}
inline void wait_for_stores(std::size_t newest) {
  std::unique_lock lock(device->mutex);
  while (here.stores.size() > newest + 1) {
    for (const auto& store : here.stores.front()) {
      if (store->read)
        continue;
      store->awaited = true;
      device->fall_asleep();
      device->changed.wait(lock, [&] { return store->read; });
    }
    here.stores.pop_front();
  }
}
inline void meet(uint warpgroup) {
  here.mine->warpgroups[warpgroup].wait();
}
template <class Value>
void put(uint address, Value value) {
  here.unpublished.push_back(
      [=, group = here.mine] { std::memcpy(local_memory(group, address), &value, sizeof value); });
}
inline void put_pair(uint address, float left, float right) {
  put(address, float2{left, right});
}
inline void put_word(uint address, uint word) {
  put(address, word);
}
inline void publish() {
  const std::lock_guard lock(device->mutex);
  for (const auto& write : here.unpublished)
    write();
  here.unpublished.clear();
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
#ifndef ROWS_OF_B
#define ROWS_OF_B 0
#endif
struct Cores { // a descriptor
  const Group* group;
  uint first, along_k, along_lines;
  bool turned; // the pieces run along the lines, rows or columns, and not along k
  Cores(Group* of, ulong bits, bool is_turned)
      : group(of), first((bits & 0x3fff) * 16), along_k((bits >> 16 & 0x3fff) * 16),
        along_lines((bits >> 32 & 0x3fff) * 16), turned(is_turned) {
    // A swizzle of 128 bytes for boxes, none for packed tiles.
    if ((bits & 0xffffc000c000c000) != (ROWS_OF_B ? 1UL << 62 : 0))
      fail("a descriptor with other bits than the three numbers and its swizzle");
  }
  float operator()(uint line, uint k) const {
    constexpr uint each = TF32 ? 4 : 8;
    uint at = 0;
    if (turned) // boxes of 64 lines; along_lines leads to the next eight of k
      at = swizzled_address(first + line / 64 * along_k + k / 8 * along_lines + k % 8 * 128 +
                            line % 64 * 2);
    else if (ROWS_OF_B) // rows of 128 bytes
      at = swizzled_address(first + line / 8 * along_lines + line % 8 * 128 + k * 2);
    else
      at = first + line / 8 * along_lines + k / each * along_k + line % 8 * 16 +
           k % each * (16 / each);
    uint word = 0;
    std::memcpy(reinterpret_cast<uchar*>(&word) + (TF32 ? 0 : 2), group->local + at, TF32 ? 4 : 2);
    return as_float(word);
  }
};
template <int columns>
void wgmma_of(float* sum, ulong a, ulong b, int add) {
  open_batch(here.products);
  here.products.back().push_back([=, group = here.mine, item = here.item] {
    const Cores a_at(group, a, false), b_at(group, b, ROWS_OF_B);
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
