// Where and how wide: the storage of each image and the shape of each pass, by device and format.
#pragma once

#include "pipeline/plan/plan.hpp"

#include <string>
#include <vector>

namespace sluice {

struct Placement {
    Storage storage;
    std::string reason;
};

// Image object or buffer. Throws Error(usage) when options demand what the device cannot do.
Placement place_image(const ImageFormat& format, const DeviceFacts& device, StorageChoice choice);
std::size_t row_pitch(const ImageFormat& format);  // bytes

// How a pass is cut. A unit is what a work-item handles at a time: whole texels of every image.
struct PassShape {
    int lanes = 4;         // of a pixel: 1 when all images are grey
    int pixels = 1;        // in V
    int unit = 4;          // pixels in a unit
    bool doubles = false;  // REAL is double
    std::size_t local = 1;
    std::size_t groups = 1;
    std::string reason;

    int width() const { return lanes * pixels; }
};

// `formats`: of every image that the pass loads, stores or reduces.
PassShape place_pass(const std::vector<ImageFormat>& formats, const DeviceFacts& device,
                     const PlanOptions& options);

// Pixels in a 16-byte texel.
int texel_pixels(const ImageFormat& format);

}  // namespace sluice
