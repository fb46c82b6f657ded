// Samples that are no pixels: a value in the file, NaN in an image of floats. NaN counts in no statistics,
// and goes through stages as it is.
#pragma once

#include "pipeline/core/host_image.hpp"

#include <optional>

namespace sluice {

// Which value of a file is no pixel: what the file says, none, or one that the user gives.
struct Nodata {
    bool of_file = true;
    std::optional<double> value = {};
};

// Whether images of this type can hold it: f32 and f64 do.
bool holds_nodata(Pixel pixel);

// What an image becomes, of integers or halves, where the user names one of its values: real numbers in which
// all of its numbers are exact. Those of integers are no light.
ImageFormat with_nodata(ImageFormat format);
// The same numbers, with NaN for that value, rounded to the type that they had; in memory as `destination`
// says.
HostImage with_nodata(const HostImage& src, double nodata, const Destination& destination);

// What of the file is no pixel in the image, where its metadata says `found`.
std::optional<double> nodata_of(const Nodata& asked, const std::optional<double>& found);

// Samples with that value, rounded to their type, become NaN. Does nothing where the type holds none.
void take_nodata(const HostView& rows, double nodata);

// Samples that are NaN become that value.
void give_nodata(const HostView& rows, double nodata);

}  // namespace sluice
