// The program that tests/chapters/test_15_matmul_tensor_cores.cpp makes of a kernel: M N K GROUPS, the last for kernels whose
// work-groups stay (PERSISTENT). Fills A and B with random numbers, packs
// them where the kernel wants that (PACKED), runs the kernel and compares. The numbers are multiples of 1/64, so bfloat16 holds them,
// and float holds their sums: the result has to be exact. Where factors have two PARTS, they are -1, 0 or 1, and some of them 2^-12 more,
// which is the low part; products of two low parts do not count. Or makes tensor maps of them (MAPPED), and of C where the kernel
// stores by one (STORES); SHORT_RESULT: C is bfloat16. Needs KERNEL, ITEMS_IN_GROUP, OPERAND.
#pragma once

#include "tensor_emulator.hpp"

inline void run_group(Device& the_device, const std::function<void()>& kernel, uint number,
                      uint columns, uint groups) {
  device = &the_device;
  device->awake = ITEMS_IN_GROUP;
  Group group;
  group.all.expected = ITEMS_IN_GROUP;
  std::thread engine(copy_engine);
  std::vector<std::thread> items;
  for (uint item = 0; item < ITEMS_IN_GROUP; ++item)
    items.emplace_back([&, item] {
      here.item = item;
      here.group[0] = number % columns;
      here.group[1] = number / columns;
      here.groups = groups;
      here.mine = &group;
      kernel();
      const std::lock_guard lock(the_device.mutex);
      for (const auto& batch : here.stores)
        for (const auto& store : batch)
          if (!store->read)
            fail("a work-item ended before its boxes were read");
      device->fall_asleep();
    });
  for (std::thread& item : items)
    item.join();
  {
    const std::lock_guard lock(the_device.mutex);
    the_device.stop = true;
  }
  the_device.changed.notify_all();
  engine.join();
}

int main(int, char** arguments) {
  const int M = std::atoi(arguments[1]), N = std::atoi(arguments[2]), K = std::atoi(arguments[3]);
  const uint most_groups = static_cast<uint>(std::atoi(arguments[4]));
  std::mt19937 random(3);
  std::uniform_int_distribution<int> between(-64, 63);
  std::vector<float> A(M * K + 1), B(K * N + 1), C(M * N + 64, NAN);
  const auto high_of = [](float v) { return PARTS == 2 ? std::round(v) : v; };
  for (std::vector<float>* factors : {&A, &B})
    for (float& v : *factors) {
      const int number = between(random);
      v = PARTS == 2
              ? static_cast<float>(number % 2) * (1.0F + (number / 2 % 2 == 0 ? 0x1p-12F : 0.0F))
              : static_cast<float>(number) / 64.0F;
    }
  const uint columns = (N + BN - 1) / BN, rows = (M + BM - 1) / BM;
#if MAPPED
  const auto shortened = [](const std::vector<float>& of) {
    std::vector<ushort> words;
    for (const float v : of)
      words.push_back(bfloat16_of(v));
    return words;
  };
  std::vector<ushort> a = shortened(A), b = shortened(B), short_C(M * N + 64, 0xffff);
  ulong a_map[16], b_map[16], c_map[16];
  make_map(a_map, reinterpret_cast<uchar*>(a.data()), K, M, BM, 0);
  make_map(b_map, reinterpret_cast<uchar*>(b.data()), N, K, 64, 0);
  make_map(c_map,
           SHORT_RESULT ? reinterpret_cast<uchar*>(short_C.data())
                        : reinterpret_cast<uchar*>(C.data()),
           N, M, 64, !SHORT_RESULT);
  const uint along_k = std::max(1, (K + BK - 1) / BK),
             groups = std::min(rows * columns, most_groups);
  const auto kernel = [&] {
#if STORES
    KERNEL(a_map, b_map, c_map, along_k, rows, columns);
#else
    KERNEL(a_map, b_map, C.data(), M, N, along_k, rows, columns);
#endif
  };
  for (uint number = 0; number < groups; ++number) {
    Device one;
    run_group(one, kernel, number, groups, groups);
  }
  if (SHORT_RESULT)
    for (std::size_t i = 0; i < C.size(); ++i)
      C[i] = as_float(static_cast<uint>(short_C[i]) << 16);
#elif PACKED
  // In the order that pack_tiles.cl has; its own test compares that with the kernels.
  constexpr int each = TF32 ? 4 : 8;
  const uint along_k = std::max(1, (K + BK - 1) / BK);
  const auto pack = [&](uint tiles, int lines, const auto& factor) {
    std::vector<uint4> packed;
    for (uint tile = 0; tile < tiles; ++tile)
      for (uint step = 0; step < PARTS * along_k; ++step)
        for (int piece = 0; piece < BK / each; ++piece)
          for (int line = 0; line < lines; ++line) {
            const uint k0 = step / PARTS * BK;
            std::array<uint, 4> words{};
            for (int i = 0; i < each; ++i) {
              const float v = factor(tile * lines + line, k0 + piece * each + i);
              const uint bits = as_uint(step % PARTS == 0 ? high_of(v) : v - high_of(v));
              words[i * 4 / each] |= TF32 ? bits : bits >> 16 << (i % 2 * 16);
            }
            packed.push_back(make_uint4(words[0], words[1], words[2], words[3]));
          }
    return packed;
  };
  const auto a =
      pack(rows, BM, [&](int row, int k) { return row < M && k < K ? A[row * K + k] : 0.0F; });
  const auto b =
      pack(columns, BN, [&](int col, int k) { return col < N && k < K ? B[k * N + col] : 0.0F; });
  const uint tiles = rows * columns, groups = PERSISTENT ? std::min(tiles, most_groups) : tiles;
  const auto kernel = [&] {
    KERNEL(reinterpret_cast<OPERAND*>(a.data()), reinterpret_cast<OPERAND*>(b.data()), C.data(), M,
           N, along_k, rows, columns);
  };
  for (uint number = 0; number < groups; ++number) {
    Device one;
    run_group(one, kernel, number, groups, groups);
  }
#else
  for (uint number = 0; number < rows * columns; ++number) {
    Device one;
    run_group(
        one, [&] { KERNEL(A.data(), B.data(), C.data(), M, N, K); }, number, columns, 0);
  }
#endif
  double worst = 0.0;
  for (int i = 0; i < M; ++i)
    for (int j = 0; j < N; ++j) {
      double sum = 0.0;
      for (int k = 0; k < K; ++k)
        sum += static_cast<double>(A[i * K + k]) * B[k * N + j] -
               (static_cast<double>(A[i * K + k]) - high_of(A[i * K + k])) *
                   (static_cast<double>(B[k * N + j]) - high_of(B[k * N + j]));
      if (SHORT_RESULT)
        sum = as_float(static_cast<uint>(bfloat16_of(static_cast<float>(sum))) << 16);
      const double error = std::fabs(sum - C[i * N + j]);
      if (!(error <= worst))
        worst = std::isnan(error) ? 1e30 : error;
    }
  for (int i = 0; i < 64; ++i)
    if (!std::isnan(C[M * N + i]))
      fail("wrote past the end of C");
  std::printf("error %g\n", worst);
  return worst == 0.0 ? 0 : 1;
}
