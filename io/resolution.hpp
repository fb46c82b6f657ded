// Resolutions in the units of file formats.
#pragma once

#include "pipeline/core/host_image.hpp"

namespace sluice {

// The same resolution per inch, centimetre or metre; one without a unit stays as it is. A whole number per
// inch or centimetre that became whole per metre comes back: 11811 per metre are 300 per inch, not 299.9994.
Resolution in_unit(const Resolution& src, Resolution::Unit unit);

// What a file says that has the two numbers and a unit; empty when it says nothing: numbers that are not
// positive and finite, or square pixels without a unit.
Resolution resolution_of(double x, double y, Resolution::Unit unit);

// With x and y changed for each other, where the picture is turned so that its sides are.
Resolution turned(const Resolution& src, int orientation);

}  // namespace sluice
