// The kernel in mandelbrot.cl once more: here it is C++. Compiled without optimisation and with the
// names that a debugger wants (this chapter's CMakeLists.txt).

#include "twin.hpp"

#include "shim.hpp"

// [include]
namespace {
using namespace opencl_c;
#define kernel
#define global
#include "kernels/10_types_and_operators/mandelbrot.cl"
#undef kernel
#undef global
} // namespace

static_assert(sizeof(float2) == sizeof(cl_float2) && alignof(float2) == alignof(cl_float2));

void run_on_host(Picture& picture) {
  std::vector<float2> last(picture.last.size());
  run_range(picture.width, picture.height, [&] {
    mandelbrot(picture.steps.data(), last.data(), {picture.left, picture.top}, picture.pixel,
               picture.most);
  });
  for (std::size_t i = 0; i < last.size(); ++i)
    picture.last[i] = {{last[i].x, last[i].y}};
}
// [/include]
