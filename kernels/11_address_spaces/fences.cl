// The sum of x in one launch: the work-group that is done last adds the sums of all of them.
// NDRange: one dimension, any local size; x has an element for each work-item. partial: an int for each
// work-group; done: 0 before, and 0 again afterwards. Integers, so that the order does not matter.
//
// With OpenCL C 2.0 and later the fence says for whom it orders, and the specification promises that
// the sum is right. That of 1.2 orders the accesses of one work-item, and promises nothing about other
// work-groups; `volatile` keeps the compiler from remembering old values.

// [fence]
#if __OPENCL_C_VERSION__ >= 200
#define COUNTER atomic_uint
#define FENCE atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE, memory_order_acq_rel, memory_scope_device)
#define COUNT(p) atomic_fetch_add_explicit(p, 1, memory_order_relaxed, memory_scope_device)
#define RESET(p) atomic_store_explicit(p, 0, memory_order_relaxed, memory_scope_device)
#define GROUP_BARRIER work_group_barrier(CLK_LOCAL_MEM_FENCE) // the name since 2.0
#else
#define COUNTER uint
#define FENCE mem_fence(CLK_GLOBAL_MEM_FENCE)
#define COUNT(p) atomic_inc(p)
#define RESET(p) atomic_xchg(p, 0)
#define GROUP_BARRIER barrier(CLK_LOCAL_MEM_FENCE)
#endif
// [/fence]

// [last-one]
kernel void sum_in_one_launch(global const int* x, volatile global int* partial,
                              volatile global COUNTER* done, global int* total, local int* tile) {
  tile[get_local_id(0)] = x[get_global_id(0)];
  GROUP_BARRIER;
  if (get_local_id(0) != 0)
    return; // no barrier comes after this

  int sum = 0;
  for (size_t l = 0; l < get_local_size(0); ++l)
    sum += tile[l];
  partial[get_group_id(0)] = sum;
  FENCE; // the sum is written before the count is
  const uint before_me = COUNT(done);
  if (before_me != get_num_groups(0) - 1)
    return;
  FENCE; // the sums are read after the count was
  int all = 0;
  for (size_t group = 0; group < get_num_groups(0); ++group)
    all += partial[group];
  *total = all;
  RESET(done);
}
// [/last-one]
