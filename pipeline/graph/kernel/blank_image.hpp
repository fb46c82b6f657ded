// The image that a source without a file opens: one pixel, which nobody reads.
#pragma once

#include "pipeline/core/image_file.hpp"

#include <memory>

namespace sluice {

std::unique_ptr<ImageFile> blank_image(const ImageFormat& format);

}  // namespace sluice
