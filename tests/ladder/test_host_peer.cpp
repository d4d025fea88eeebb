#include "harness/ladder/host_peer.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <cstring>
#include <thread>

TEST_CASE("host peer: what it has written, and how long that took") {
  int runs = 0;
  const harness::Peer peer =
      harness::host_peer<float>("C++", "one thread", 3, [&runs](std::vector<float>& output) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
        output[2] = static_cast<float>(++runs);
      });
  CHECK(peer.name == "C++");
  CHECK(peer.version == "one thread");
  CHECK(peer.run() >= 5.0);
  peer.run();
  const std::vector<std::byte> bytes = peer.output();
  REQUIRE(bytes.size() == 3 * sizeof(float));
  float last = 0.0F;
  std::memcpy(&last, bytes.data() + 2 * sizeof(float), sizeof last);
  CHECK(last == 2.0F);
}
