// Shared by the strategies for rank filters, which work on samples in local memory.
#pragma once

#include "pipeline/graph/gather.hpp"
#include "pipeline/plan/strategies/samples.hpp"

#include <cstddef>

namespace sluice::strategies {

struct RanksSamples : TakesSamples {
    Rank rank = Rank::least;
    RankFilter::Around around;  // the rectangle around all runs

    void add_arguments(GatherCode& code) const final;

protected:
    void define_window(GatherCode& code) const;
};

// The rank filter of the Gather if it is a minimum or maximum; otherwise nullptr.
const RankFilter* extremes_of(const TileNeeds& needs);
// The height of tiles for windows with `rows` rows. Each tile starts by reading all lines of a window.
std::size_t height_of_tiles(const TileNeeds& needs, std::size_t width, std::size_t rows, std::size_t groups,
                            std::size_t most);

}  // namespace sluice::strategies
