// The built-in quantities of a Reduce: for each, its field in the Table and the OpenCL C that finds it.
#pragma once

#include "pipeline/core/format.hpp"
#include "pipeline/core/table.hpp"
#include "pipeline/graph/stage.hpp"

#include <string>
#include <vector>

namespace sluice {

// One quantity over one kind of pixel. In `step`, `a` is the lane accumulator, x the value as VI
// (integers) or V (reals), `counted` the mask of lanes to look at, `valid` that of finite values among
// them (all counted ones, for integers). In `fold` and `merge`, `a` is the scalar accumulator;
// `fold` takes lane `lane` of `lanes`, `merge` another scalar accumulator b. A name is the same in all.
struct Quantity {
    std::string name;  // "min": the field, and the member of both accumulators
    FieldType type;
    std::string lanes_type, lanes_start;
    std::string step;
    std::string type_name, start;
    std::string fold, merge;
    std::string stored;  // what goes into the Table, from a

    std::size_t bytes() const;  // at most, of the scalar accumulator with its padding
};

// All quantities there are for pixels of this type, in the order of their fields.
// `fp64`: whether the device has double.
std::vector<Quantity> quantities(Pixel pixel, bool fp64);

// The pixel type of the values that are counted: the image's, but luma is a real number.
Pixel counted_pixel(const Reduction& reduction, const ImageFormat& format);

// Every field that a Reduce of such an image could fill.
TableLayout statistics_layout(const Reduction& reduction, const ImageFormat& format, bool fp64);

// The fields from which what is asked for follows: mean asks for count and sum.
std::vector<std::string> fields_for(const std::vector<std::string>& asked);

}  // namespace sluice
