// What strategies share that find values of a rank among neighbours, of samples that lie in local memory.
#pragma once

#include "pipeline/graph/gather.hpp"
#include "pipeline/plan/strategies/samples.hpp"

#include <cstddef>

namespace sluice::strategies {

struct RanksSamples : TakesSamples {
    Rank rank = Rank::least;
    RankFilter::Around around;  // all runs

    void add_arguments(GatherCode& code) const final;

protected:
    void define_window(GatherCode& code) const;
};

// The least or the greatest of some neighbours, if that is what the Gather finds.
const RankFilter* extremes_of(const TileNeeds& needs);
// Rows of tiles for windows of so many: a tile begins with all lines of one.
std::size_t height_of_tiles(const TileNeeds& needs, std::size_t width, std::size_t rows, std::size_t groups,
                            std::size_t most);

}  // namespace sluice::strategies
