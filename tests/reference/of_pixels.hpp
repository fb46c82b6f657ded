// What looks at pixels one by one, of one image or of several of one size: an author gives the function; what
// uncertain samples and a device's rounding make of its result is found here.
#pragma once

#include "tests/reference/bounded.hpp"
#include "tests/reference/pixels.hpp"

#include <functional>
#include <vector>

namespace sluice::reference {

// What may lie between the results at the ends of samples that are not certain.
enum class Between {
    corners,  // nothing beyond them: it rises or falls with each sample, whatever the others are
    further,  // as much beyond them as they are apart
    anything  // nothing is known: it decides, or turns around
};

// How far a device may be off, before it rounds to the pixel type: by code values, and by ulp (of what it
// computes in, float or double) of the largest finite number among the samples that are looked at and the
// result.
struct PixelBounds {
    Real ulps = 0;
    Real absolute = 0;
    Between between = Between::further;
};

// The samples of a pixel, its colours first. A result of colours alone leaves alpha as the first image has
// it; of an empty one nothing is known.
using Lanes = std::vector<Real>;
using OfPixel = std::function<Lanes(const std::vector<Lanes>& of_images)>;
Bounded of_pixels(const std::vector<const Bounded*>& images, const ImageFormat& dst, const OfPixel& function,
                  const PixelBounds& bounds = {});

// The same of each colour by itself: a sample of each image, from the same channel. Alpha is the first
// image's, and an image of one colour gives it to all.
using OfSamples = std::function<Real(const Lanes& of_images)>;
Bounded of_samples(const std::vector<const Bounded*>& images, const ImageFormat& dst,
                   const OfSamples& function, const PixelBounds& bounds = {});

}  // namespace sluice::reference
