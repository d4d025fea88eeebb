// Three filters of a picture in colour, with any border.

#define border_constant 0 // the colour `outside`
#define border_edge 1     // a a a | a b c d | d d d
#define border_mirror 2   // c b a | a b c d | d c b
#define border_reflect 3  // d c b | a b c d | c b a
#define border_wrap 4     // b c d | a b c d | a b c

kernel void weighted(read_only image2d_t in, global float4* out, int border, float4 outside,
                     constant float* weights, int radius) {
}

kernel void median(read_only image2d_t in, global float4* out, int border, float4 outside) {
}

kernel void edges(read_only image2d_t in, global float4* out, int border, float4 outside) {
}
