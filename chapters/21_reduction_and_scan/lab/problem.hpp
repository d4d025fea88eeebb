#pragma once

#include "harness/ladder/ladder.hpp"

#include <cstdint>
#include <string>
#include <vector>

/// One number made of many, running sums, and numbers in order.
namespace sums {

/// What is to be done, in the words of the command line.
struct Task {
  std::string problem = "reduce"; ///< of problems()
  std::string operation = "sum";  ///< of operations(): for reduce
  std::string form = "exclusive"; ///< of forms(): for scan
  std::string type = "float";     ///< or int: for reduce and scan
  bool values = false;            ///< sort: each key brings a value along

  bool operator==(const Task&) const = default;
  bool floats() const { return type == "float" && problem != "sort"; }
};
const std::vector<std::string>& problems(); ///< reduce, scan, sort
const std::vector<std::string>&
operations(); ///< sum, min, max, argmax, dot: numbered from 1 in operation.clh
const std::vector<std::string>&
forms(); ///< exclusive, inclusive, segmented (inclusive within each segment)

/// "1000" or "2^20". Throws UsageError for anything else and above 2^33: the largest is beyond what 32 bits count.
std::uint64_t parse_length(const std::string& text);

/// One of the two is empty. Floats are multiples of 1/128 (of 1/8 for a dot product) between -1 and 1, so that every sum of
/// up to 2^30 of them that is likely to appear is exact in float, in any order: the comparison needs no tolerance, and an
/// element that is missing or counted twice is found. Integers are between -100 and 100; keys have all bits.
struct Elements {
  std::vector<float> floats;
  std::vector<cl_int> ints;
  std::size_t size() const { return floats.size() + ints.size(); }
  double operator[](std::size_t i) const {
    return floats.empty() ? double{1} * ints[i] : double{floats[i]};
  }
  const void* data() const {
    return ints.empty() ? static_cast<const void*>(floats.data()) : ints.data();
  }
};

/// A reduction by definition; index: of the first maximum (argmax), all bits set where there is none.
struct Found {
  double value = 0.0;
  std::uint64_t index = ~std::uint64_t{0};
};
Found reduce(const std::string& operation, const Elements& a, const Elements& b);
/// A scan by definition; `heads`: not 0 where a segment begins.
std::vector<double> scan(const std::string& form, const Elements& elements,
                         const std::vector<unsigned char>& heads);

/// The keys in ascending order, each with its place in the low 32 bits: those of equal keys are in their order, too.
std::vector<std::uint64_t> sorted(const std::vector<cl_uint>& keys);

class Sums : public harness::Problem {
 public:
  Sums(const Task& wanted, std::uint64_t elements, unsigned seed)
      : task(wanted), n(elements), seed_(seed) {}
  std::string size() const override;
  harness::Cost cost() const override;
  std::size_t output_bytes() const override;
  // Where integers are not wanted: ~0 is a right index and a right key.
  bool output_is_floating_point() const override {
    return task.problem == "scan" && task.floats() && n > 0;
  }
  void upload(const harness::Session& session) override;
  common::Comparison check(std::span<const std::byte> output) const override;
  std::vector<harness::Step> steps() const override; ///< in steps.cpp
  std::vector<harness::Peer>
  peers(const harness::Session& session) const override; ///< in peers.cpp

  const Task task;
  const std::uint64_t n;
  Elements first, second;           ///< second: of a dot product
  std::vector<unsigned char> heads; ///< of a segmented scan
  cl::Buffer input, other;          ///< other: second or heads

 private:
  unsigned seed_;
  Found found_;
  std::vector<cl_uint> want_; ///< the bits of a scan's or a sort's output
};

harness::CaseStudy case_study(const Task& task);

} // namespace sums
