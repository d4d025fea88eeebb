#pragma once

#include <functional>

/// What fast loops on the host share: the peers that a device is measured against.
namespace harness {

/// Runs task(0) ... task(count - 1) on so many threads, of which this is one; each takes the next task when it is done with
/// one.
void on_threads(int threads, int count, const std::function<void(int)>& task);

/// The same on all cores of the host.
void on_all_cores(int count, const std::function<void(int)>& task);

namespace vectors {
#ifdef __x86_64__
template <auto body, typename... Args>
__attribute__((target("avx512f"))) void avx512(Args... args) {
  body(args...);
}
template <auto body, typename... Args>
__attribute__((target("avx2,fma"))) void avx2(Args... args) {
  body(args...);
}
#endif
template <auto body, typename... Args>
void any(Args... args) {
  body(args...);
}

template <auto body, typename... Args>
auto widest(void (*)(Args...)) {
#ifdef __x86_64__
  if (__builtin_cpu_supports("avx512f"))
    return avx512<body, Args...>;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma"))
    return avx2<body, Args...>;
#endif
  return any<body, Args...>;
}
} // namespace vectors

/// `body`, compiled for the widest vectors that this processor has. It must be an always_inline function, or its loops
/// are those of any processor.
template <auto body>
auto for_this_processor() {
  return vectors::widest<body>(static_cast<decltype(body)>(nullptr));
}

} // namespace harness
