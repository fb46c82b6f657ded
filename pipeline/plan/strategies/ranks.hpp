// What strategies share that find values of a rank among neighbours, of samples that lie in local memory
// (kernels/samples.clh).
#pragma once

#include "pipeline/graph/gather.hpp"
#include "pipeline/plan/schedule/strategy.hpp"
#include "pipeline/plan/strategies/tiles.hpp"

#include <cstddef>
#include <string>

namespace sluice::strategies {

struct RanksSamples : Strategy {
    Rank rank = Rank::least;
    RankFilter::Around around;     // all runs
    std::size_t line_samples = 0;  // room for a line of the image
    std::size_t width = 0;  // of a tile, where results wait in local memory for the rest of their texel

    bool chooses_samples() const final { return true; }
    void add_arguments(GatherCode& code) const final;
    std::string value(const GatherCode&) const final { return "found"; }
    void add_kernel(const TilePass& pass) const final;

protected:
    // Its file, which stands behind samples.clh. A line PASS_ROW there writes a row of the result.
    virtual const char* kernel() const = 0;
    void define_window(GatherCode& code) const;
};

// The least or the greatest of some neighbours, if that is what the Gather finds.
const RankFilter* extremes_of(const TileNeeds& needs);
// Bytes of one: what lies in memory, where nothing has been computed of it.
std::size_t sample_bytes(const TileNeeds& needs);
// Products with a number that a look at a sample in local memory takes as long as.
double products_of_look(const TileNeeds& needs);
// So many samples, to the end of the last vector.
std::size_t whole_vectors(std::size_t samples);
// Rows of tiles for windows of so many: a tile begins with all lines of one.
std::size_t height_of_tiles(const TileNeeds& needs, std::size_t width, std::size_t rows, std::size_t groups,
                            std::size_t most);
// Samples that there is room for where so many are needed, with what vectors look at too much. On CPUs few
// different numbers, as they stand in texts.
std::size_t room_for(const TileNeeds& needs, std::size_t samples);

}  // namespace sluice::strategies
