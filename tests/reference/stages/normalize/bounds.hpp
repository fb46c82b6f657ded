// normalize with its bounds. A stretch makes what is uncertain in its input larger by its slope, and moves
// all of a group when the group's range is uncertain:
//
//   |error of y| <= |b-a| / R * (e + d + M * 2d) + ...   R = hi-lo less 2d, M = |v-lo| / (hi-lo), 1 if
//   clamped
//
// where e is the largest uncertainty of a sample of the group and d that of lo and hi: 0 of a given range, e
// of a measured one. Where what is counted is uncertain (a mask or an alpha that may be zero, a sample that
// may be infinite), and where a group may be constant or not (R <= 2d), any result is right.
#pragma once

#include "tests/reference/bounded.hpp"
#include "tests/reference/clahe.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/reference/standardize.hpp"

#include <string>
#include <vector>

namespace sluice::reference {

struct NormalizeCall {
    std::string mode = "minmax";
    NormalizeOptions options;           // without the mask
    double low = 1, high = 99;          // of mode percentile
    double saturation_threshold = 0.9;  // of mode grayworld
    ClaheOptions clahe;
    StandardizeOptions standardize;
    bool smooths = false;  // the first frame of a stream: as without, but no integer is stretched exactly
    std::string preset;    // of mean and std on 0..1: imagenet, inception, or another word for none
};

struct NormalizedBounds {
    Bounded image;
    bool warns = false;         // a group counted nothing, or its percentiles are one value
    bool counts_surely = true;  // what is counted is certain, and so is `warns`
};

// `mask` may be nullptr.
NormalizedBounds bounded_normalize(const Bounded& src, const Bounded* mask, const NormalizeCall& call);

}  // namespace sluice::reference
