#include "pipeline/plan/schedule/strips.hpp"

#include "pipeline/core/ceil_div.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

std::string in_one_piece(const PlannedImage& image, const DeviceFacts& device) {
    return cat("an image of ", image.format.text(), " needs ", image.bytes(),
               " bytes in one piece; the device (", short_name(device), ") allows ", device.max_allocation);
}

}  // namespace

std::optional<std::size_t> cut(const ExecutionPlan& plan, std::size_t limit) {
    if (plan.images.empty()) return std::nullopt;
    if (limit == 0) limit = plan.device.global_bytes;
    const auto largest =
        std::max_element(plan.images.begin(), plan.images.end(),
                         [](const PlannedImage& a, const PlannedImage& b) { return a.bytes() < b.bytes(); });
    const bool piece = largest->bytes() > plan.device.max_allocation;
    if (!piece && plan.peak_bytes <= limit) return std::nullopt;

    std::size_t height = 1;
    for (const Primitive& node : plan.graph.nodes)
        if (node.format) height = std::max(height, node.format->height);
    const std::size_t now = ceil_div(height, plan.strips);
    const double share =
        std::min(static_cast<double>(limit) / static_cast<double>(plan.peak_bytes),
                 static_cast<double>(plan.device.max_allocation) / static_cast<double>(largest->bytes()));
    const auto fit = static_cast<std::size_t>(static_cast<double>(now) * std::min(share, 1.0));
    const std::size_t rows = std::min(std::max<std::size_t>(fit, 1), now - 1);
    if (rows == 0)
        throw Error(Error::Kind::usage, "",
                    cat(piece ? in_one_piece(*largest, plan.device)
                              : cat("a frame needs ", plan.peak_bytes,
                                    " bytes of device memory; the limit is ", limit),
                        ", even row by row"));
    return ceil_div(height, rows);
}

}  // namespace sluice
