// Launches that do next to nothing.

// [launches]
// NDRange: one work-item. It counts its launches.
kernel void count(global uint* launches) {
  launches[0] += 1;
}

// NDRange: 1-D, one work-item for each word. Traffic: 8 bytes for each.
kernel void add_one(global const uint* restrict in, global uint* restrict out) {
  const uint i = get_global_id(0);
  out[i] = in[i] + 1;
}
// [/launches]
