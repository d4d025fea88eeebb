// who_am_i: every work-item writes down what it knows about its place.
//
// Data      items: one record for each work-item, without gaps, x first; all zeros before
//           facts: what is the same for all of them, written by the first
// NDRange   1-D, 2-D or 3-D with any offset; exactly as many work-items as records
// Memory    1 load of 4 bytes and 10 stores of 4 bytes per work-item; 13 more stores by the first

typedef struct {
  uint global_id[3];
  uint group_id[3];
  uint local_id[3];
  uint runs; // how often a work-item came here
} Item;

typedef struct {
  uint work_dim;
  uint global_size[3];
  uint local_size[3];
  uint num_groups[3];
  uint offset[3];
} Facts;

// [who]
kernel void who_am_i(global Item* items, global Facts* facts) {
  const size_t x = get_global_id(0) - get_global_offset(0); // from 0, whatever the offset
  const size_t y = get_global_id(1) - get_global_offset(1);
  const size_t z = get_global_id(2) - get_global_offset(2);
  const size_t position = (z * get_global_size(1) + y) * get_global_size(0) + x;
  for (uint d = 0; d < 3; ++d) { // also for dimensions that the NDRange does not have
    items[position].global_id[d] = get_global_id(d);
    items[position].group_id[d] = get_group_id(d);
    items[position].local_id[d] = get_local_id(d);
  }
  items[position].runs += 1;
  // [/who]
  if (position != 0)
    return;
  facts->work_dim = get_work_dim();
  for (uint d = 0; d < 3; ++d) {
    facts->global_size[d] = get_global_size(d);
    facts->local_size[d] = get_local_size(d);
    facts->num_groups[d] = get_num_groups(d);
    facts->offset[d] = get_global_offset(d);
  }
}
