// What strategies share that bring lines of an image to local memory as samples (kernels/samples.clh), and
// write rows of their result from there.
#pragma once

#include "pipeline/plan/schedule/strategy.hpp"
#include "pipeline/plan/strategies/tiles.hpp"

#include <cstddef>
#include <string>

namespace sluice::strategies {

struct TakesSamples : Strategy {
    std::size_t line_samples = 0;  // room for a line of the image
    std::size_t width = 0;  // of a tile, where results wait in local memory for the rest of their texel

    bool chooses_samples() const override { return true; }
    bool reads_pieces() const final { return true; }
    std::string value(const GatherCode&) const final { return "found"; }
    void add_kernel(const TilePass& pass) const final;

protected:
    // Its file, which stands behind samples.clh. A line PASS_ROW there writes a row of the result.
    virtual const char* kernel() const = 0;
    // `keeps_alpha`: alpha is the pixel's own, whatever is found.
    void define_samples(GatherCode& code, bool keeps_alpha) const;
};

// Bytes of one: what lies in memory, where nothing has been computed of it.
std::size_t sample_bytes(const TileNeeds& needs);
// Products with a number that a look at a sample in local memory takes as long as.
double products_of_look(const TileNeeds& needs);
// So many samples, to the end of the last vector.
std::size_t whole_vectors(std::size_t samples);
// Samples that there is room for where so many are needed, with what vectors look at too much. On CPUs few
// different numbers, as they stand in texts.
std::size_t room_for(const TileNeeds& needs, std::size_t samples);

}  // namespace sluice::strategies
