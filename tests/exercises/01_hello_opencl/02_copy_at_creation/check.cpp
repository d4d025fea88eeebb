#include "exercise.hpp"

#include "tools/exercise/check.hpp"

#include <fmt/format.h>

EXERCISE_CHECK(bench) {
  for (const std::size_t n : {1, 31, 1023}) {
    bench.trying(fmt::format("n = {}", n));
    std::vector<float> values = bench.random(n);
    const std::vector<double> want(values.begin(), values.end());
    const cl::Buffer buffer = make_buffer(bench.session.context, values);
    values.assign(n, -7.0F); // a copy does not see this
    bench.expect(buffer.getInfo<CL_MEM_REFERENCE_COUNT>() == 1,
                 "the buffer is retained once more than it is released: it stays for ever.");
    bench.expect(buffer.getInfo<CL_MEM_SIZE>() == n * sizeof(float),
                 fmt::format("n = {}: the buffer has {} bytes.", n, buffer.getInfo<CL_MEM_SIZE>()));
    bench.expect((buffer.getInfo<CL_MEM_FLAGS>() & CL_MEM_READ_ONLY) != 0,
                 "kernels only read from it, and the flags do not say so.");
    bench.expect(bench.read<float>(buffer, n), want, {}, fmt::format("n = {}", n));
    bench.expect((buffer.getInfo<CL_MEM_FLAGS>() & CL_MEM_COPY_HOST_PTR) != 0,
                 "the values are there, and did not come with the creation: CL_MEM_COPY_HOST_PTR.");
  }
}
