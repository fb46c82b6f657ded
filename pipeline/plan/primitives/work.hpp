// How much a function does, from its text.
#pragma once

#include "pipeline/graph/opencl/signature.hpp"

namespace sluice {

// Of one lane. About: what a text says once is counted once, and of a loop as a few rounds.
struct Work {
    double operations = 0, divisions = 0, lookups = 0, transcendentals = 0;

    Work& operator+=(const Work& other) {
        operations += other.operations, divisions += other.divisions;
        lookups += other.lookups, transcendentals += other.transcendentals;
        return *this;
    }
};

}  // namespace sluice
