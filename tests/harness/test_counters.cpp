#include "harness/inspect/cpu_counters.hpp"
#include "harness/inspect/ncu.hpp"

#include "common/error.hpp"

#include <cstddef>
#include <doctest/doctest.h>
#include <string>

#ifdef __linux__
#include <sys/mman.h>
#include <thread>
#include <unistd.h>
#endif

TEST_CASE("counters: what Nsight Compute writes is read by our names") {
  const std::string text = R"(==PROF== Connected to process 1101
"ID","Kernel Name","dram__bytes_read.sum","gpu__time_duration.sum","lts__t_sector_hit_rate.pct","smsp__inst_executed.sum"
"","","byte","ns","%","inst"
"0","first","8,385,020,416","15,630,496","38.32","12"
"1","second","64","1,000","n/a","3"
)";
  const auto launches = harness::parse_ncu(text);
  REQUIRE(launches.size() == 2);
  CHECK(launches[0].kernel == "first");
  CHECK(launches[0].values.at("DRAM_bytes_read") == 8385020416.0);
  CHECK(launches[0].values.at("milliseconds") == doctest::Approx(15.630496));
  CHECK(launches[0].values.at("L2_hits_percent") == doctest::Approx(38.32));
  CHECK(launches[0].values.at("instructions") == 12.0);
  CHECK(launches[1].kernel == "second");
  CHECK(launches[1].values.count("L2_hits_percent") == 0); // this GPU has none
  CHECK(launches[1].values.count("cycles") == 0);          // not asked for
  CHECK_THROWS_AS(harness::parse_ncu("==ERROR== no permission\n"), common::Error);
}

#ifdef __linux__
TEST_CASE("counters: page faults of a thread that started later are among them") {
  const harness::CpuCounters counters;
  constexpr std::size_t pages = 100;
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const auto touch = [&] {
    void* const memory =
        mmap(nullptr, pages * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    REQUIRE(memory != MAP_FAILED);
    madvise(memory, pages * page, MADV_NOHUGEPAGE);
    for (std::size_t i = 0; i < pages; ++i)
      static_cast<volatile unsigned char*>(memory)[i * page] = 1;
    munmap(memory, pages * page);
  };
  const auto counts = counters.count([&] { std::thread(touch).join(); });
  if (counts.count("page_faults") == 0) { // a container may forbid perf_event_open
    CHECK(!counters.missing().empty());
    return;
  }
  CHECK(counts.at("page_faults") >= pages);
  CHECK(counts.at("page_faults") < 10 * pages);
}
#endif
