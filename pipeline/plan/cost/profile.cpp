#include "pipeline/plan/cost/profile.hpp"

namespace sluice {
namespace {

struct Known {
    std::size_t compute_units;
    Profile profile;
};
// Fitted to pairs of a Point and a Gather, fused and stored (docs/performance.md).
constexpr Known cpu{2,
                    {.launch = 20000,
                     .compile = 1.5e8,
                     .byte = 0.07,
                     .near_byte = 0.002,
                     .operation = 0.006,
                     .product = 0.006,
                     .division = 0.03,
                     .lookup = 0.7,
                     .transcendental = 0.3,
                     .numbers = 0.04,
                     .window = 1,
                     .columns = 0,
                     .lines = 0.11}};
constexpr Known gpu{132,
                    {.launch = 4000,
                     .compile = 1.5e8,
                     .items = 1024,
                     .byte = 0.00028,
                     .near_byte = 0.000035,
                     .operation = 0.00003,
                     .product = 0.00009,
                     .division = 0.0003,
                     .lookup = 0.001,
                     .transcendental = 0.0008,
                     .numbers = 0.00006,
                     .window = 0.25,
                     .columns = 0.8,
                     .lines = 0}};

}  // namespace

Profile nearest_profile(const DeviceFacts& device) {
    const Known& known = device.cpu() ? cpu : gpu;
    const double slower = static_cast<double>(known.compute_units) /
                          static_cast<double>(device.compute_units == 0 ? 1 : device.compute_units);
    Profile profile = known.profile;
    for (double* time : {&profile.byte, &profile.near_byte, &profile.operation, &profile.product,
                         &profile.division, &profile.lookup, &profile.transcendental, &profile.numbers})
        *time *= slower;
    return profile;
}

}  // namespace sluice
