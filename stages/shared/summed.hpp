// What the parts of integral share: sums along rows or columns, in blocks.
#pragma once

#include "stages/shared/filter.hpp"

#include <string>

namespace sluice::stages {

struct Blocks {
    bool down = false;
    std::int64_t shift = 3;  // a block has 2^shift pixels
    Pixel pixel = Pixel::f64;

    std::int64_t block_of(std::int64_t i) const { return i >> shift; }  // rounds down
    std::int64_t first_of(std::int64_t block) const { return block * (std::int64_t{1} << shift); }
    std::size_t count(std::size_t size) const {
        return static_cast<std::size_t>(block_of(static_cast<std::int64_t>(size) - 1) + 1);
    }

    std::size_t& side(ImageFormat& image) const { return down ? image.height : image.width; }
    // The function of a part that goes this way.
    KernelFunction function(const std::string& part) const {
        return {"summed", part + (down ? "_down" : "_across")};
    }
    // What an interval along this way needs; the other way it needs itself.
    template <class Needed>
    Area footprint(const Area& of, const Needed& needed) const {
        return down ? Area{of.columns, needed(of.rows)} : Area{needed(of.columns), of.rows};
    }
};

template <class P>
GatherBuilder<P> with_blocks(GatherBuilder<P> builder) {
    bool P::*down = &P::down;
    std::int64_t P::*shift = &P::shift;
    Pixel P::*pixel = &P::pixel;
    return builder.internal()
        .param("down", down, "Whether sums go along columns; else along rows.")
        .param("shift", shift, "A block has 2^shift pixels.", range(1, 8))
        .param("pixel", pixel, "The pixel type of the result.")
        .border([](const P&) { return Border{EdgeRule::constant}; });
}

}  // namespace sluice::stages
