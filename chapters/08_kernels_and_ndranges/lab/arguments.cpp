// What can be an argument, how structs cross the border, and when a value is taken.

#include "common/error.hpp"
#include "common/verify.hpp"
#include "harness/system/report.hpp"
#include "lab.hpp"

#include <cmath>
#include <cstddef>
#include <fmt/format.h>

namespace {

// [struct]
// The twin of the struct in arguments.cl. cl_float3 has the device's size and alignment: 16.
struct Particle {
  cl_float3 position;
  cl_float mass;
  cl_int kind;
};
// [/struct]

constexpr std::size_t n = 1000; // on purpose no multiple of a work-group's size

struct Inputs {
  std::vector<float> in, weights, steps{0.5F, 1.5F, 2.5F, 3.5F};
  Particle particle{{{1, 2, 3}}, 0.25F, 7};
  cl_float4 colour{{0.1F, 0.2F, 0.3F, 0.75F}};
  cl_float gain = 1.25F;
};

// What every_sort should give, in double.
std::vector<double> reference(const Inputs& inputs, bool with_weights, std::size_t local_size) {
  std::vector<double> expected(n);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t l = i % local_size, mirrored = i - l + local_size - 1 - l;
    const double neighbour = mirrored < n ? inputs.in[mirrored] : 0.0;
    const double weight = with_weights ? inputs.weights[i] : 1.0;
    expected[i] = static_cast<double>(inputs.gain) * weight * neighbour + inputs.steps[i % 4] +
                  inputs.particle.mass * inputs.particle.position.s[1] + inputs.particle.kind +
                  inputs.colour.s[3];
  }
  return expected;
}

} // namespace

// [arguments]
Json what_can_be_an_argument(const Lab& lab) {
  const Inputs inputs{common::random_floats(n, lab.seed), common::random_floats(n, lab.seed + 1)};
  cl::Kernel kernel = lab.kernel("arguments", "every_sort");
  const cl::NDRange local_size = common::fit_local_size(lab.device, kernel, {64});
  const std::size_t tile_bytes = local_size.get()[0] * sizeof(cl_float);
  const cl::Buffer out = lab.buffer(std::vector<float>(n, NAN));
  const cl::Buffer in = lab.buffer(inputs.in), weights = lab.buffer(inputs.weights);
  const cl::Buffer steps = lab.buffer(inputs.steps);

  kernel.setArg(0, out); // a buffer: its handle
  kernel.setArg(1, in);
  kernel.setArg(2, weights);
  kernel.setArg(3, steps);                 // constant memory: a buffer as well
  kernel.setArg(4, cl::Local(tile_bytes)); // local memory: a size and no content
  kernel.setArg(5, inputs.particle);       // a struct: its bytes
  kernel.setArg(6, inputs.colour);         // a vector
  kernel.setArg(7, inputs.gain);           // a number: cl_float for float
  kernel.setArg(8, static_cast<cl_uint>(n));

  const common::Tolerance tolerance{1e-5, 1e-6}; // a handful of roundings of numbers below 16
  Json runs = Json::array();
  const auto run = [&](const char* what, bool with_weights) {
    lab.queue.enqueueFillBuffer(out, NAN, 0, n * sizeof(float));
    common::launch(lab.queue, kernel, common::round_up(cl::NDRange(n), local_size), local_size);
    const auto result = common::compare(
        lab.read<float>(out), reference(inputs, with_weights, local_size.get()[0]), tolerance);
    if (!result.passed())
      throw common::Error(fmt::format("every_sort, {}: {}", what, result.summary()));
    fmt::print("  {:<24} all {} results right\n", what, n);
    runs.push_back({{"weights", what}, {"verified", n}});
  };
  run("weights: a buffer", true);
  kernel.setArg(2, sizeof(cl_mem), nullptr); // the other eight stay as they are
  run("weights: a null pointer", false);
  kernel.setArg(2, cl::Buffer());
  run("weights: an empty handle", false);
  // [/arguments]

  const cl::Program program = lab.program("arguments");
  const cl::Buffer sum = lab.buffer(std::vector<cl_int>(2));
  cl::CommandQueue queue = lab.queue;
  // [functor]
  cl::KernelFunctor<cl::Buffer, cl_uint, cl_int> put(program, "put");
  put(cl::EnqueueArgs(queue, cl::NDRange(1), cl::NDRange(1)), sum, 1, 42); // queue: not const
  // [/functor]
  verify(lab.read<cl_int>(sum) == std::vector<cl_int>{0, 42}, "a functor sets all and launches");

  // [refused]
  const std::vector<std::pair<const char*, std::string>> refused{
      {"argument 9 of 0 to 8", error_of([&] { kernel.setArg(9, 1.0F); })},
      {"8 bytes for a uint", error_of([&] { kernel.setArg(8, std::size_t{n}); })},
      {"no bytes for a uint", error_of([&] { kernel.setArg(8, 0, nullptr); })},
  };
  Json errors;
  for (const auto& each : refused) {
    fmt::print("  {:<24} {}\n", each.first, each.second);
    verify(!each.second.empty(), fmt::format("the driver refuses {}", each.first));
    errors[each.first] = each.second;
  }
  // [/refused]
  return {{"runs", runs}, {"refused", errors}};
}

// [layout]
Json is_a_struct_the_same_on_both_sides(const Lab& lab) {
  struct WithFloats { // looks the same, and is not
    float position[3];
    float mass;
    int kind;
  };
  cl::Kernel kernel = lab.kernel("arguments", "layout");
  const cl::Buffer answers = lab.buffer(std::vector<cl_uint>(5));
  kernel.setArg(0, answers);
  common::launch(lab.queue, kernel, {1}, {1});
  const auto device = lab.read<cl_uint>(answers);
  const std::vector<cl_uint> cl_types{sizeof(Particle), offsetof(Particle, position),
                                      offsetof(Particle, mass), offsetof(Particle, kind),
                                      sizeof(Particle::position)};
  const std::vector<cl_uint> plain{sizeof(WithFloats), offsetof(WithFloats, position),
                                   offsetof(WithFloats, mass), offsetof(WithFloats, kind),
                                   sizeof(WithFloats::position)};
  using Align = harness::Table::Align;
  harness::Table table({{"bytes"},
                        {"device", Align::right},
                        {"host: cl_float3", Align::right},
                        {"host: float[3]", Align::right}});
  const char* const names[] = {"size of the struct", "position begins at", "mass begins at",
                               "kind begins at", "size of position"};
  for (std::size_t i = 0; i < 5; ++i)
    table.add({names[i], std::to_string(device[i]), std::to_string(cl_types[i]),
               std::to_string(plain[i])});
  fmt::print("{}", table.text());
  verify(device == cl_types, "with cl_ types the host's struct is the device's");
  verify(device != plain, "with plain arrays it is not");
  return {{"device", device}, {"cl_types", cl_types}, {"plain", plain}};
}
// [/layout]

// [taken]
Json when_is_an_argument_taken(const Lab& lab) {
  cl::Kernel kernel = lab.kernel("arguments", "put");
  const cl::Buffer sums = lab.buffer(std::vector<cl_int>(3));
  cl::UserEvent gate(lab.context);
  std::vector<cl::Event> gates{gate};
  try {
    harness::need_gates(lab.device);
  } catch (const common::Skip&) {
    gates.clear(); // in a simulator the kernels run at once
  }
  cl_int value = 1;
  common::set_args(kernel, sums, cl_uint{0}, value);
  value = 1000; // too late: setArg has copied it
  common::launch(lab.queue, kernel, {1}, {1}, gates);
  kernel.setArg(1, cl_uint{1}); // while the first launch waits; argument 2 is still 1
  common::launch(lab.queue, kernel, {1}, {1});
  kernel.setArg(1, cl_uint{2});
  kernel.setArg(2, cl_int{5});
  common::launch(lab.queue, kernel, {1}, {1});
  gate.setStatus(CL_COMPLETE);
  const auto got = lab.read<cl_int>(sums);
  fmt::print("  three launches, set anew while they wait: {}\n", fmt::join(got, " "));
  verify(got == std::vector<cl_int>{1, 1, 5}, "a launch keeps the arguments of its moment");

  const auto references = [&] { return sums.getInfo<CL_MEM_REFERENCE_COUNT>(); };
  const cl_uint count = references();
  cl::Kernel other = lab.kernel("arguments", "put");
  other.setArg(0, sums);
  const bool keeps = references() > count;
  fmt::print("  references to a buffer: {}, as an argument {}: the kernel {} it\n", count,
             references(), keeps ? "keeps" : "does not keep");
  return {{"gated", !gates.empty()}, {"sums", got}, {"kernel_keeps_buffer", keeps}};
}
// [/taken]
