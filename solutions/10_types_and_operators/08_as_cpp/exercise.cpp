#include "exercise.hpp"

namespace {

// What the kernel needs of OpenCL C. A work-item has to be told who it is before its kernel is called.
using std::size_t;
using uint = std::uint32_t;

thread_local Range now;
thread_local size_t group_id[2], local_id[2];

size_t get_group_id(uint d) {
  return d < 2 ? group_id[d] : 0;
}
size_t get_local_id(uint d) {
  return d < 2 ? local_id[d] : 0;
}
size_t get_global_size(uint d) {
  return d < 2 ? now.global_size[d] : 1;
}
size_t get_local_size(uint d) {
  return d < 2 ? now.local_size[d] : 1;
}
size_t get_global_offset(uint d) {
  return d < 2 ? now.offset[d] : 0;
}
size_t get_num_groups(uint d) {
  return get_global_size(d) / get_local_size(d);
}
size_t get_global_id(uint d) {
  return get_global_offset(d) + get_group_id(d) * get_local_size(d) + get_local_id(d);
}
uint get_work_dim() {
  return 2;
}

#define kernel
#define global
#include "kernels/10_types_and_operators/indices.cl"
#undef kernel
#undef global

} // namespace

void run_indices(std::vector<std::uint32_t>& out, const Range& range) {
  now = range;
  for (group_id[1] = 0; group_id[1] < get_num_groups(1); ++group_id[1])
    for (group_id[0] = 0; group_id[0] < get_num_groups(0); ++group_id[0])
      for (local_id[1] = 0; local_id[1] < range.local_size[1]; ++local_id[1])
        for (local_id[0] = 0; local_id[0] < range.local_size[0]; ++local_id[0])
          indices(out.data());
}
