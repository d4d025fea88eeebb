// Rule: a local variable has no initial value.
// All work-items of the group share it, so it would not be clear which of them should write the value.
// Let one of them do it, and put a barrier after it.

kernel void count(global const int* data, global int* result) {
  local int positive; // <-
  if (get_local_id(0) == 0)
    positive = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (data[get_global_id(0)] > 0)
    atomic_inc(&positive);
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) == 0)
    result[get_group_id(0)] = positive;
}
