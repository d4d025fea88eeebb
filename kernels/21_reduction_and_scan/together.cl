// How many groups run at the same time? Each says that it has come, then waits until `wanted` have, or until it has looked
// `patience` times. If `late` stays 0, `wanted` groups were running together.
//
// Data      arrived, late: 0
// NDRange   `wanted` groups of any size
// [together]
kernel void together(volatile global uint* arrived, const uint wanted, const ulong patience,
                     volatile global uint* late) {
  if (get_local_id(0) > 0)
    return;
  atomic_inc(arrived);
  for (ulong looks = 0; atomic_add(arrived, 0) < wanted; ++looks)
    if (looks == patience) {
      atomic_inc(late);
      return;
    }
}
// [/together]
