#include "pipeline/plan/checked_reads.hpp"

#include "pipeline/plan/text.hpp"

namespace sluice {

std::string CheckedReads::fault(const Words& found) const {
    const auto number = [&](std::size_t i) { return static_cast<std::int32_t>(found[i]); };
    if (found[0] == 0) return "";
    const std::string pixel = cat("for pixel (", number(3), ", ", number(4), ") of its result");
    if (!reach)
        return cat("its function reads TEXEL or SAMPLE at (", number(1), ", ", number(2), ") ", pixel,
                   ", outside of the footprint that it declares");
    return cat("its function reads AT(src, ", number(1), ", ", number(2), ") ", pixel,
               ", outside of the reach that it declares: left ", reach->left, ", top ", reach->top,
               ", right ", reach->right, ", bottom ", reach->bottom);
}

}  // namespace sluice
