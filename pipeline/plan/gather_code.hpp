// OpenCL C of a Gather in a pass: the images that it reads, the function that gives any of their pixels, with
// what Points make of it and what stands outside, and the Gather's own function on top of that.
#pragma once

#include "pipeline/plan/fuse.hpp"
#include "pipeline/plan/point_code.hpp"

#include <string>

namespace sluice {

// Tables of weights that are given with the plan: numbers in plan.tables.
struct TapTables {
    std::size_t columns = 0, rows = 0;
};

class GatherCode {
public:
    // Declares its images, and adds them and its sizes to the kernel.
    GatherCode(ProgramCode& program, const GatherSource& source, TapTables taps);

    // The expression for its value at the place of each lane, rounded to its pixel type.
    std::string value(const PlaceCode& place, bool stored_only);
    // Adds its functions to the program. To be called when the kernel has all of its parameters.
    void add_functions();

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    std::string image_name(std::size_t image) const;
    void add_sizes();
    void add_texel();
    std::vector<KernelSource::Macro> macros() const;

    ProgramCode& program_;
    const Primitives& graph_;
    const GatherSource& source_;
    TapTables taps_;
    std::string name_;  // "g3"
};

}  // namespace sluice
