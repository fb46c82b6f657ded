// What a device may give for an image: the reference's result, and for each sample the least and the greatest
// number that is right as well. Stages whose results are fixed to the bit keep both at the expected number;
// pow, division and luma move them apart by what tests/reference states, and later stages carry that on.
#pragma once

#include "pipeline/core/host_image.hpp"
#include "tests/reference/compare.hpp"

#include <functional>
#include <string>

namespace sluice::reference {

struct Bounded {
    HostImage expected, low, high;  // of one format
    bool exact = true;              // low and high are what is expected

    const ImageFormat& format() const { return expected.format(); }
};

// A place in an image; `row` counts through all layers.
struct SamplePlace {
    std::size_t x, row;
    int channel;
};
void for_each_sample(const ImageFormat& format, const std::function<void(const SamplePlace&)>& visit);
double at(const HostImage& image, const SamplePlace& place);

Bounded exactly(HostImage image);

// Of a function that rises or falls with each sample, whatever the others are: what it gives at both ends.
using ImageFunction = std::function<HostImage(const ConstHostView&)>;
Bounded monotone(const Bounded& src, const ImageFunction& function);
// Of a function of each sample by itself that may turn back: what it gives at both ends and between them, and
// as much further as that is apart. Nothing is known where a sample may lie anywhere in an eighth of its
// range.
Bounded each_sample(const Bounded& src, const ImageFunction& function);

// Moves both ends away from each other, by the larger of both tolerances. Infinite: anything is right there.
void widen(Bounded& image, const std::function<Tolerance(const SamplePlace&)>& by);
void widen(Bounded& image, const Tolerance& by);

// Both ends so that a, b and what is expected lie between them; where only some of the three are numbers,
// nothing is known.
void span(Bounded& image, const SamplePlace& place, double a, double b);

// Both ends at one number.
void pin(Bounded& image, const SamplePlace& place, double v);

// Both ends of `other` too (of the same format); what is expected stays.
void unite(Bounded& image, const Bounded& other);

// The sample's largest distance from what is expected; infinite where anything is right.
double distance(const Bounded& image, const SamplePlace& place);
// That of all samples, in code values: what a function with a known slope makes larger by it.
double largest_distance(const Bounded& image);

// "" when every sample of `image` lies between its ends, else the first one that does not.
std::string outside(const ConstHostView& image, const Bounded& bounded);

// Whether every sample that decides by being zero is certain to be so or not; of the channels from this on.
bool zero_is_certain(const Bounded& image, int first_channel = 0);

}  // namespace sluice::reference
