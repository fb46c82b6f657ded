// The format in which images become parts of one.
#pragma once

#include "tests/reference/bounded.hpp"

#include <vector>

namespace sluice::reference {

// With colour, alpha and as many bits as one of them has. Of the size of the first.
ImageFormat format_in_common(const std::vector<const Bounded*>& images);
// The image in this format, but of its own size.
Bounded in_format_of(const Bounded& image, ImageFormat format);

}  // namespace sluice::reference
