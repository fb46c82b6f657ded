// The published ladders: lists of steps, each the kernel of the step before it with one thing changed.
#pragma once

#include "apps/bench/ladder/element.hpp"
#include "pipeline/core/device_facts.hpp"
#include "pipeline/core/format.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace sluice::apps {

// How many work-groups: as many as leave each item `factor` units, or `factor` for each compute unit.
struct Groups {
    enum class By { data, device } by;
    std::size_t factor;
};
constexpr Groups per_item(std::size_t units) { return {Groups::By::data, units}; }
constexpr Groups per_compute_unit(std::size_t groups) { return {Groups::By::device, groups}; }

// Who makes one result of those of the work-groups.
enum class Finish { second_kernel, atomics, host };

// What else is special about a step.
enum Special : unsigned {
    buffers_only = 1,  // from an image object it would be another step again
    builtins = 2,      // min() and max(), not comparisons
    lock_step = 4,     // right only where the items of a wavefront go in lock step
};

struct Step {
    const char* name;
    const char* kernel;  // "modulo" is ladder_modulo of apps/bench/kernels/ladder
    const char* change;  // against the step before it
    std::size_t width;   // elements that are read at once from a buffer; of an image object, a texel
    Groups groups;
    Finish finish;
    unsigned special = 0;
    std::size_t local = 0;  // items of a work-group; 0: 256, or what the device takes

    bool is(Special what) const { return (special & what) != 0; }
};

struct Ladder {
    const char* name;
    const char* source;  // where it was published
    Operation operation;
    std::vector<Element> elements;  // every step runs with each
    std::vector<Step> steps;
};

const std::vector<Ladder>& ladders();

// "8 work-groups for each compute unit", "8 units for each item".
std::string text(const Groups& groups);
const char* name(Finish finish);

// Why this device cannot run it, or would get it wrong; or "".
std::string refusal(const Step& step, Element element, Storage storage, const DeviceFacts& facts);

}  // namespace sluice::apps
