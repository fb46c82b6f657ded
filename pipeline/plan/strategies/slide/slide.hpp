// The least or the greatest of a rectangle around each pixel, by an item that goes down a tile
// (kernels/strategies/slide.clh): a rectangle of any size costs nearly the same.
#pragma once

#include "pipeline/graph/gather.hpp"
#include "pipeline/plan/schedule/strategy.hpp"

#include <cstddef>

namespace sluice::strategies {

struct Slide final : Strategy {
    bool most = false;
    RowRun top;  // the uppermost of as many as there are rows
    std::size_t rows = 1;
    std::size_t line_samples = 0, kept_samples = 0;  // in local memory
    std::size_t width = 0;                           // of a tile, where it stands in the text

    bool chooses_samples() const override { return true; }
    void add_arguments(GatherCode& code) const override;
    std::string value(const GatherCode&) const override { return "found"; }
    void add_functions(GatherCode& code) const override;
    void add_kernel(const TilePass& pass) const override;
};

}  // namespace sluice::strategies
