// The game of life on a field that wraps around: four kernels in one, two and three dimensions.
//
// Data      history: generations * height * width cells of one byte, 1 for alive, one generation after the other
//           alive: a number for each generation
//           pixels: red, green, blue, for `frames` fields in rows of `columns` fields
// NDRange   live: 2-D, exactly a rectangle of cells, whose corner is the offset; any local_size
//           evolve: 2-D, at least width x height, any local_size; one launch for each generation from 1 on
//           count: 1-D, at least `generations`, any local_size
//           paint: 3-D, at least scale * width x scale * height x frames, any local_size
// Memory    live: 1 store of 1 byte per cell; evolve: 9 loads and 1 store of 1 byte per cell
//           count: `cells` loads of 1 byte and 1 store of 4 bytes per generation
//           paint: 1 to 16 loads and 3 stores of 1 byte per pixel

kernel void live(global uchar* history, uint width) {
  history[get_global_id(1) * width + get_global_id(0)] = 1;
}

kernel void evolve(global uchar* history, uint width, uint height, uint born, uint survives,
                   uint generation) {
  const size_t x = get_global_id(0), y = get_global_id(1);
  if (x >= width || y >= height)
    return;
  const size_t cells = (size_t)width * height;
  global const uchar* now = history + (generation - 1) * cells;
  const size_t left = x == 0 ? width - 1 : x - 1, right = x + 1 == width ? 0 : x + 1;
  const size_t above = (y == 0 ? height - 1 : y - 1) * width, here = y * width,
               below = (y + 1 == height ? 0 : y + 1) * width;
  const uint neighbours = now[above + left] + now[above + x] + now[above + right] +
                          now[here + left] + now[here + right] + now[below + left] +
                          now[below + x] + now[below + right];
  const uint rule = now[here + x] ? survives : born; // bit n: alive with n neighbours
  history[generation * cells + here + x] = (rule >> neighbours) & 1;
}

kernel void count(global const uchar* history, global uint* alive, uint cells, uint generations) {
  const size_t generation = get_global_id(0);
  if (generation >= generations)
    return;
  uint sum = 0;
  for (size_t i = 0; i < cells; ++i)
    sum += history[generation * cells + i];
  alive[generation] = sum;
}

kernel void paint(global const uchar* history, global uchar* pixels, uint width, uint height,
                  uint scale, uint every, uint frames, uint columns) {
  const size_t x = get_global_id(0), y = get_global_id(1), frame = get_global_id(2);
  if (x >= scale * width || y >= scale * height || frame >= frames)
    return;
  const size_t generation = frame * every, cells = (size_t)width * height;
  const size_t cell = y / scale * width + x / scale;
  size_t age = 0; // how many generations ago the cell was alive: 0 for now, 16 for long ago or never
  while (age < 16 && (age > generation || !history[(generation - age) * cells + cell]))
    ++age;
  const int fade = 16 - age, paper = frame % 2 == 0 ? 255 : 243; // neighbouring fields differ
  const size_t down = frame / columns, across = frame - down * columns; // where the frame stands in the picture
  const size_t row = down * scale * height + y;
  const size_t pixel = 3 * ((row * columns + across) * scale * width + x);
  pixels[pixel + 0] = age == 0 ? 15 : paper + (234 - paper) * fade / 16;
  pixels[pixel + 1] = age == 0 ? 23 : paper + (88 - paper) * fade / 16;
  pixels[pixel + 2] = age == 0 ? 42 : paper + (12 - paper) * fade / 16;
}
