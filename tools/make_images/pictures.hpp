#pragma once

#include "tools/make_images/paint.hpp"

namespace pictures {

/// A lake at dusk with a lighthouse. The panorama is 2 wide; the square picture shows 0.5 to 1.5.
paint::Colour dusk(double x, double y);

/// Pines on hills in thick mist. 1 wide.
paint::Colour mist(double x, double y);

/// A woman at a party, photographed with a flash: red pupils. 1 wide.
paint::Colour portrait(double x, double y);

/// A resolution chart. 1 wide.
paint::Colour chart(double x, double y);

/// A slice through a bone, as a scanner shows it: dark around it, bright bone, little between. 1 wide.
paint::Colour bone(double x, double y);

/// A page of marks under a lamp at its upper left corner: ink there is as bright as paper far away. 1 wide.
paint::Colour page(double x, double y);

} // namespace pictures
