// A picture of levels 0 to levels - 1, in blocks of `block` x `block` pixels; those at the edge may be smaller.

// tables[levels * b + v] = what level v becomes in block b; one work-group for each block
kernel void block_tables(global const uchar* in, int width, int height, int block, int levels, uint limit,
                         global uchar* tables, local uint* mine, local uint* before) {
}

// out = in, through the tables of the blocks around each pixel; one work-item for each pixel
kernel void mix_tables(global const uchar* in, int width, int height, int block, int levels,
                       global const uchar* tables, global uchar* out) {
}
