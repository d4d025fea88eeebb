// put_together: solves a puzzle. The picture is a square of tiles x tiles tiles, each of side x side
// pixels. Places are counted row by row; order[place] is the tile that lies in that place.

kernel void put_together(global const float* puzzle, global const uint* order,
                         global float* picture, uint tiles, uint side) {
  const size_t i = get_global_id(0);
  const size_t columns = tiles * side;
  if (i >= columns * columns)
    return;
  picture[i] = puzzle[i];
}
