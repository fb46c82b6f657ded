#include "pipeline/plan/strips.hpp"

#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {
namespace {

// Rows of whole tiles, where there are that many.
constexpr std::size_t row_multiple = 16;

Strips strips_of(std::size_t height, std::size_t rows) {
    const std::size_t count = (height + rows - 1) / rows;
    return {count, rows, height - (count - 1) * rows};
}

std::string in_one_piece(const PlannedImage& image, const DeviceFacts& device) {
    return cat("an image of ", image.format.text(), " needs ", image.bytes(), " bytes in one piece; ",
               device.name, " allows ", device.max_allocation);
}

}  // namespace

std::optional<Strips> cut(const ExecutionPlan& plan, std::size_t limit) {
    if (plan.images.empty()) return std::nullopt;
    if (limit == 0) limit = plan.device.global_bytes;
    const auto largest =
        std::max_element(plan.images.begin(), plan.images.end(),
                         [](const PlannedImage& a, const PlannedImage& b) { return a.bytes() < b.bytes(); });
    const bool piece = largest->bytes() > plan.device.max_allocation;
    if (!piece && plan.peak_bytes <= limit) return std::nullopt;
    const std::string why =
        piece ? in_one_piece(*largest, plan.device)
              : cat("a frame needs ", plan.peak_bytes, " bytes of device memory; the limit is ", limit);

    const ImageFormat& first = plan.images.front().format;
    for (const PlannedImage& image : plan.images) {
        if (image.format.layers > 1)
            throw Error(Error::Kind::usage, "",
                        cat(why, "; images of several layers are not cut into strips"));
        if (image.format.height != first.height)
            throw Error(Error::Kind::usage, "",
                        cat(why, "; images that differ in height are not cut into strips together"));
    }
    const std::size_t now = plan.strips.cut() ? plan.strips.rows : first.height;
    const double share =
        std::min(static_cast<double>(limit) / static_cast<double>(plan.peak_bytes),
                 static_cast<double>(plan.device.max_allocation) / static_cast<double>(largest->bytes()));
    auto rows = static_cast<std::size_t>(static_cast<double>(now) * std::min(share, 1.0));
    if (rows >= row_multiple) rows = rows / row_multiple * row_multiple;
    rows = std::min(std::max<std::size_t>(rows, 1), now - 1);
    if (rows == 0) throw Error(Error::Kind::usage, "", cat(why, ", even row by row"));
    return strips_of(first.height, rows);
}

}  // namespace sluice
