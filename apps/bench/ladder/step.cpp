#include "apps/bench/ladder/step.hpp"

namespace sluice::apps {
namespace {

// AMD's wavefronts go in lock step; NVIDIA's can be made to (unrolled_wavefront.cl).
bool goes_in_lock_step(const DeviceFacts& facts) {
    return facts.packed_minmax || facts.vendor.find("Advanced Micro Devices") != std::string::npos;
}

}  // namespace

std::string text(const Groups& groups) {
    return std::to_string(groups.factor) +
           (groups.by == Groups::By::data ? " units for each item" : " work-groups for each compute unit");
}

const char* name(Finish finish) {
    static constexpr const char* names[] = {"second kernel", "atomics", "host"};
    return names[static_cast<std::size_t>(finish)];
}

std::string refusal(const Step& step, Element element, Storage storage, const DeviceFacts& facts) {
    if (storage == Storage::image && !facts.images())
        return "the device has no image objects of packed texels";
    if (element == Element::f64 && !facts.fp64) return "the device has no double";
    if (step.local > facts.max_work_group)
        return "the device takes work-groups of at most " + std::to_string(facts.max_work_group) + " items";
    if (step.is(lock_step) && facts.cpu())
        return "wrong without barriers: the work-items of a CPU do not go in lock step";
    if (step.is(lock_step) && !goes_in_lock_step(facts))
        return "wrong without barriers where a wavefront may not go in lock step, which is not known here";
    return "";
}

}  // namespace sluice::apps
