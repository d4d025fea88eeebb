// v9: the last group to finish adds up the sums of all groups. One launch.
//
// Changed: each group leaves its sum and then takes a number from a counter. Who gets the last number knows that all
// others have left theirs, and does the work of `finish`.
// Why: a second launch costs microseconds, in which the first one's n may be added up.
//
// What OpenCL 1.2 promises of it: atomic operations on one word happen one after another, and every work-item sees what
// they have made of that word. It promises nothing of ordinary stores seen by another group of the same launch. So the
// sums are left and taken *with atomics*, word by word: no group reads a sum that was stored in another way. (They are
// taken by the same function that leaves them, and the result is stored by words, too. Oclgrind 21.10 counts wrongly, or
// crashes, where only one group calls a function, and copying a struct is a call.)
// The fences keep the order: a group's sum is in memory before the counter says that it is there, and the last group takes
// the sums after it has seen the counter. OpenCL 1.2 promises no such order between groups, so this is what devices do, and
// no promise (fence.clh). OpenCL 2.0 has one operation for all of it: atomic_fetch_add_explicit with memory_order_acq_rel
// and memory_scope_device.
//
// No group waits here, so nothing depends on which groups run, or when.
//
// From      v8
// NDRange   any number of groups of GROUP
// Data      `arrived` holds 0 before the first launch; the last group sets it back for the next
// Local     as v2, and one uint
// Needs     as v8
// Loads     as v8; an atomic for each word of a sum that is left and read, and one for each group
// Stores    one partial
// Counted at 1000, GROUP=16 LOADS=4 PER_UNIT=4 VECTOR=4:   loads  stores  constant  local: loads  stores
//   reduce    250       1         0          464     329
#include "operation.clh"
#include "fence.clh"
#include "shuffles.clh"
#include "vector.clh"
#include "chains.clh"

// [kernel]
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1))) void
reduce(global const T* input, global const T* other, const ulong n, volatile global uint* sums,
       volatile global uint* arrived, global partial* result) {
  local partial scratch[GROUP];
  local uint place[1];
  const uint item = get_local_id(0), groups = get_num_groups(0);
  partial mine = add_up(add_own(input, other, n), scratch);
  if (item == 0) {
    uint words[WORDS];
    to_words(mine, words);
    for (uint k = 0; k < WORDS; ++k)
      atomic_xchg(sums + get_group_id(0) * WORDS + k, words[k]);
    fence_for_all_groups();
    place[0] = atomic_inc(arrived);
    fence_for_all_groups();
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  if (place[0] != groups - 1) // the same answer for the whole group: the barriers in add_up() stay safe
    return;

  mine = NOTHING;
  for (uint g = item; g < groups; g += GROUP) {
    uint words[WORDS];
    for (uint k = 0; k < WORDS; ++k)
      words[k] = atomic_xchg(sums + g * WORDS + k, 0u);
    mine = combine(mine, from_words(words));
  }
  mine = add_up(mine, scratch);
  if (item == 0) {
    uint words[WORDS];
    to_words(mine, words);
    for (uint k = 0; k < WORDS; ++k)
      ((global uint*)result)[k] = words[k];
    atomic_xchg(arrived, 0);
  }
}
// [/kernel]
