// OpenCL C for images in Storage::rows: what pixel_code.hpp says of all images, by the functions of rows.clh.
#pragma once

#include "pipeline/plan/code/kernel_source.hpp"
#include "pipeline/plan/schedule/place.hpp"

#include <cstddef>
#include <string>

namespace sluice {

// The functions of one image, <name>_pixel and so on, and <name>_ROW(y), where row y of its memory begins.
void rows_functions(KernelSource& source, const std::string& name, const PlannedImage& image,
                    const PassShape& shape, bool writes);
// The memory, and where in it the rows are: what the frame says.
void rows_parameters(KernelParameters& parameters, const std::string& name, const PlannedImage& image,
                     std::size_t index, bool writes);
// Expressions that read pixel (x, y), and write v there.
std::string rows_pixel(const std::string& name, const PlannedImage& image);
std::string rows_put(const std::string& name, const PlannedImage& image);
// The sample of a row that pixel `x` begins with.
std::string rows_column(const std::string& name, const PlannedImage& image, const std::string& x);
// An expression that reads a piece from pixel (x, y) on, all of it image; "" where pieces are too small.
std::string rows_side_by_side(const std::string& name, const PlannedImage& image, const PassShape& shape);
// The beginning of a statement that writes the piece `v` from column x of row y on, up to the right edge:
// what it takes where that does not cut it. "" where pieces are too small.
std::string rows_put_piece(const std::string& name, const PlannedImage& image, const PassShape& shape,
                           const std::string& v);
// The member of a unit's union by which whole ones are loaded and stored on CPUs, vectors of 16 lanes; else
// "".
std::string rows_unit_member(const PlannedImage& image, const PassShape& shape);
// Statements that move a unit, up to the right edge of the image.
std::string rows_load(const std::string& name, const PlannedImage& image, const PassShape& shape);
std::string rows_store(const std::string& name, const PlannedImage& image, const PassShape& shape);

}  // namespace sluice
