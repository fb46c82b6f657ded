// Moves pixels without changing them: a row of vectors at a time, or a square if rows become columns
// (kernels/strategies/moves.clh). For CPUs.
#pragma once

#include "pipeline/plan/strategies/samples.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Moves final : TakesSamples {
    bool transposed = false;
    std::size_t lines = 1;  // of the image at a time; columns of a tile if transposed
    std::size_t rows = 0;   // of the result at a time, if transposed
    std::size_t pixel_bytes = 0;

    void add_arguments(GatherCode& code) const override;
    void add_functions(GatherCode& code) const override;
    const char* kernel() const override { return "strategies/moves.clh"; }
};

}  // namespace sluice::strategies
