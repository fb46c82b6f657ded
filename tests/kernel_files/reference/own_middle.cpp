#include "tests/reference/params.hpp"
#include "tests/reference/pixels.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/statistics.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

// Of images without an uncertain sample.
std::string wrong_level(const StageCall& call, const Table& table) {
    const Bounded* mask = call.if_connected(1);
    if (!call.image().exact || (mask != nullptr && !mask->exact)) return "";
    StatisticsOptions options;
    options.counted.alpha = AlphaRule::exclude;
    if (mask != nullptr) options.counted.mask = mask->expected.view();
    const ConstHostView image = call.image().expected.view();
    for (std::size_t row = 0; row < image.format.layers; ++row) {
        options.layer = row;
        const auto all = statistics(image, options);
        for (std::size_t c = 0; c < all.size(); ++c) {
            if (table.integer("pixels", c, row) != static_cast<Int128>(all[c].count)) return "pixels";
            if (all[c].empty()) continue;
            const double weight = call.number("weight");
            const double low = static_cast<double>(all[c].min), high = static_cast<double>(all[c].max);
            const double level = low * (1 - weight) + high * weight;
            const double found = table.real("level", c, row);
            const double most = std::fmax(std::fabs(low), std::fabs(high));
            if (!(std::fabs(found - level) <= 4e-7 * most) && std::isfinite(static_cast<float>(level)))
                return "level is " + std::to_string(found) + ", expected " + std::to_string(level);
        }
    }
    return "";
}

}  // namespace

StageReference own_middle() { return {.wrong_table = wrong_level}; }

}  // namespace sluice::reference::stages
