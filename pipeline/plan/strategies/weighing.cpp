#include "pipeline/plan/strategies/weighing.hpp"

#include <algorithm>

namespace sluice::strategies {
namespace {

// Products that a look-up of a weight and of a place takes as long as.
constexpr double products_of_lookup = 24;

}  // namespace

double results_of(const PassNeeds& needs) { return static_cast<double>(needs.domain.pixels()); }

double time_of(const Weighing& work, const PassShape& shape, const PassNeeds& needs,
               const DeviceFacts& device) {
    const Profile& profile = needs.profile;
    const double moved =
        static_cast<double>(needs.tiled->source.pixels()) * static_cast<double>(needs.gather_bytes) +
        results_of(needs) * static_cast<double>(needs.store_bytes);
    // Where few units of pixels are on their way, compute units wait for what each item does next.
    const auto items = static_cast<double>(shape.groups() * shape.local) * shape.depth;
    const double idle =
        !work.waits ? 1 : std::max(1.0, static_cast<double>(device.compute_units) * profile.items / items);
    const double products = idle * (work.products + products_of_lookup * work.looked_up) * shape.lanes;
    return profile.launch + moved * profile.byte + products * profile.product +
           work.near * static_cast<double>(needs.gather_bytes) * profile.near_byte;
}

}  // namespace sluice::strategies
