// What a strategy takes for a pass, predicted from what it has to do.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/plan/schedule/place.hpp"

namespace sluice::strategies {

// Of a frame. Beside that, every strategy reads the image and writes the result once.
struct Weighing {
    double products = 0;   // of pixels with weights, in registers
    double looked_up = 0;  // the same where each has its weight, and its place, looked up
    double near = 0;       // pixels that go through local memory
    bool waits = true;  // whether an item's steps wait for each other; else all that it reads is on its way
};

// Nanoseconds, of a pass of this shape. REQUIRES: needs.tiled.
double time_of(const Weighing& work, const PassShape& shape, const PassNeeds& needs,
               const DeviceFacts& device);

// Pixels of the result.
double results_of(const PassNeeds& needs);

}  // namespace sluice::strategies
