// The game of life on a field whose edges are joined: four kernels in one, two and three dimensions.
//
// Data      history: generations * height * width cells of one byte, 1 for alive, one generation after the other
//           alive: a number for each generation; pixels: red, green, blue, for `frames` fields side by side
// NDRange   live: 2-D, exactly a rectangle of cells, whose corner is the offset; any local_size
//           evolve: 2-D, at least width x height, any local_size; one launch for each generation from 1 on
//           count: 1-D, at least `generations`, any local_size
//           paint: 3-D, at least scale * width x scale * height x frames, any local_size
// Memory    live: 1 store of 1 byte a cell; evolve: 9 loads and 1 store of 1 byte a cell; count: `cells` loads of
//           1 byte and 1 store of 4 a generation; paint: 1 to 16 loads and 3 stores of 1 byte a pixel

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
  uint neighbours = 0;
  for (int dy = -1; dy <= 1; ++dy)
    for (int dx = -1; dx <= 1; ++dx)
      if (dx != 0 || dy != 0)
        neighbours += now[(y + height + dy) % height * width + (x + width + dx) % width];
  const uint rule = now[y * width + x] ? survives : born; // bit n: alive with n neighbours
  history[generation * cells + y * width + x] = (rule >> neighbours) & 1;
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
                  uint scale, uint every, uint frames) {
  const size_t x = get_global_id(0), y = get_global_id(1), frame = get_global_id(2);
  if (x >= scale * width || y >= scale * height || frame >= frames)
    return;
  const size_t generation = frame * every, cells = (size_t)width * height;
  const size_t cell = y / scale * width + x / scale;
  size_t age = 0; // how many generations ago the cell was alive: 0 for now, 16 for long ago or never
  while (age < 16 && (age > generation || !history[(generation - age) * cells + cell]))
    ++age;
  const int fade = 16 - age;
  const size_t pixel = 3 * ((y * frames + frame) * scale * width + x);
  pixels[pixel + 0] = age == 0 ? 15 : 255 - 21 * fade / 16;
  pixels[pixel + 1] = age == 0 ? 23 : 255 - 167 * fade / 16;
  pixels[pixel + 2] = age == 0 ? 42 : 255 - 243 * fade / 16;
}
