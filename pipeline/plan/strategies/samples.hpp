// Base of the strategies that copy lines of an image to local memory as samples (kernels/samples.clh), and
// write rows of the result from there.
#pragma once

#include "pipeline/plan/schedule/strategy.hpp"
#include "pipeline/plan/strategies/tiles.hpp"

#include <cstddef>
#include <string>

namespace sluice::strategies {

struct TakesSamples : Strategy {
    std::size_t line_samples = 0;  // in a line of the image, at most
    std::size_t width = 0;         // of a tile, if results wait in local memory for the rest of their texel

    bool chooses_samples() const override { return true; }
    bool reads_pieces() const final { return true; }
    std::string value(const GatherCode&) const final { return "found"; }
    void add_kernel(const TilePass& pass) const final;

protected:
    // The file with the kernel text, which follows samples.clh. The line PASS_ROW in it writes a row of the
    // result.
    virtual const char* kernel() const = 0;
    // `keeps_alpha`: the alpha of each pixel is copied.
    void define_samples(GatherCode& code, bool keeps_alpha) const;
};

// Bytes of a sample in local memory: as stored, if nothing was computed from the image yet.
std::size_t sample_bytes(const TileNeeds& needs);
// The time to read a sample from local memory, in multiplications.
double products_of_look(const TileNeeds& needs);
// Rounds `samples` up to whole vectors.
std::size_t whole_vectors(std::size_t samples);
// The samples to allocate if `samples` are needed, including those that the last vectors read in excess. On
// CPUs they are rounded to few different sizes, because the text contains them.
std::size_t room_for(const TileNeeds& needs, std::size_t samples);

}  // namespace sluice::strategies
