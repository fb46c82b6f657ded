// Predicts the time of a strategy for a pass from the work that it does.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/schedule/place.hpp"

namespace sluice::strategies {

// The work for a frame. In addition, every strategy reads the image and writes the result once.
struct Weighing {
    double products = 0;   // of pixels and weights, in registers
    double looked_up = 0;  // products whose weight and pixel position are looked up
    double near = 0;       // pixels that pass through local memory
    bool waits =
        true;  // each step of a work-item waits for the one before; false: all its reads are in flight
};

// The predicted time of a pass of this shape, in nanoseconds. REQUIRES: needs.tiled.
double time_of(const Weighing& work, const PassShape& shape, const PassNeeds& needs,
               const DeviceFacts& device);

// The number of pixels of the result.
double results_of(const PassNeeds& needs);

}  // namespace sluice::strategies
