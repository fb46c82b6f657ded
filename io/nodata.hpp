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

// The type that holds it where the user names a value of a file of another type: all its numbers are exact in
// it.
Pixel holding_nodata(Pixel pixel);

// The same numbers, not as light, with NaN for that value; in memory as `destination` says.
HostImage with_nodata(const HostImage& src, double nodata, const Destination& destination);

// What of the file is no pixel in the image, where its metadata says `found`.
std::optional<double> nodata_of(const Nodata& asked, const std::optional<double>& found);

// Samples with that value, rounded to their type, become NaN. Does nothing where the type holds none.
void take_nodata(const HostView& rows, double nodata);

// Samples that are NaN become that value.
void give_nodata(const HostView& rows, double nodata);

}  // namespace sluice
