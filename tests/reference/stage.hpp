// The reference of a stage: what it gives, computed slowly and obviously on the host. Each stage that users
// see has a file, tests/reference/stages/<stage>.cpp, which the build finds. It defines `StageReference
// <stage>()` in namespace sluice::reference::stages, and holds what a declaration cannot say: how far a
// device may be off. Random graphs and the contract test hold the stage against it.
#pragma once

#include "pipeline/core/table.hpp"
#include "pipeline/graph/stage.hpp"
#include "tests/reference/bounded.hpp"
#include "tests/reference/of_pixels.hpp"
#include "tests/reference/pixels.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice::reference {

// What a stage is given.
struct StageCall {
    const StageDef& stage;
    const Values& values;                // every parameter, with its declared type
    std::vector<const Bounded*> images;  // one for each input port; nullptr where no image is connected

    const Bounded& image(std::size_t port = 0) const;  // of a port that is connected
    const Bounded* if_connected(std::size_t port) const;
    double number(const std::string& name) const;  // of a parameter that is a number and no keyword
    // A number as the device holds it, where that decides: a float, a double where an image is f64 or i32.
    Real real(Real number) const;
};

struct StageResult {
    Bounded image;
    std::optional<bool>
        warns{};  // whether the stage has something to say about the image, if that is certain
};

// One of both functions is set.
struct StageReference {
    std::function<StageResult(const StageCall&)> image{};
    // "" when the Table is right, else its first value that is not.
    std::function<std::string(const StageCall&, const Table&)> wrong_table{};
};

// --- what most stages need -------------------------------------------------------------------------

// What becomes of a sample, before it is rounded to the pixel type.
using OfSample = std::function<Real(Real)>;

// Of a Point that keeps the format, looks at each colour by itself and leaves alpha alone. `of_sample` is
// called once for an image. A device may be off by `off_by`; without it, results are exact.
StageReference each_colour(std::function<OfSample(const StageCall&)> of_sample,
                           std::function<Tolerance(const StageCall&)> off_by = {});

// The pixel `dx` columns to the right of the one that is computed and `dy` rows below it, of the same
// channel; outside of the image by the border that the stage declares.
using Neighbours = std::function<Real(std::int64_t dx, std::int64_t dy)>;
using OfWindow = std::function<Real(const Neighbours&)>;

// The same of a Gather by a window. Its function never falls where a neighbour rises: the least, the median.
StageReference each_window(std::function<OfWindow(const StageCall&)> of_window);

// Of a Point that looks at whole pixels, of its image or of several: all that are connected, in the order of
// its ports. The format of its result is that which it infers.
StageReference each_pixel(std::function<OfPixel(const StageCall&)> of_pixel,
                          std::function<PixelBounds(const StageCall&)> bounds = {});

// --- asking for references -------------------------------------------------------------------------

// nullptr when the stage has none.
const StageReference* reference_of(const std::string& stage);
// Why the stage has none, and where it is to be written.
std::string no_reference(const std::string& stage);

// What a stage of the library gives for one image. Parameters that `values` does not name keep their
// defaults.
HostImage expected(const std::string& stage, const Values& values, const ConstHostView& image);
Bounded expected_within(const std::string& stage, const Values& values, const Bounded& image);
// The same for one image of each port, or nullptr.
Bounded expected_of_all(const std::string& stage, const Values& values,
                        const std::vector<const Bounded*>& images);

}  // namespace sluice::reference
