#include "tests/reference/labels.hpp"

#include "tests/reference/pixels.hpp"

#include <algorithm>
#include <cstdlib>

namespace sluice::reference {

Labels labels_of(const std::vector<bool>& set, std::size_t width, std::size_t height, int connectivity,
                 const std::vector<double>& of, std::size_t area_min, std::size_t area_max) {
    Labels found{std::vector<std::int64_t>(set.size(), 0), {}};
    std::vector<bool> seen(set.size(), false);
    for (std::size_t start = 0; start < set.size(); ++start) {
        if (!set[start] || seen[start]) continue;
        std::vector<std::size_t> pixels{start};
        seen[start] = true;
        for (std::size_t next = 0; next < pixels.size(); ++next) {
            const auto x = static_cast<std::int64_t>(pixels[next] % width);
            const auto y = static_cast<std::int64_t>(pixels[next] / width);
            for (std::int64_t dy = -1; dy <= 1; ++dy)
                for (std::int64_t dx = -1; dx <= 1; ++dx) {
                    if (connectivity == 4 && std::abs(dx) + std::abs(dy) != 1) continue;
                    const std::int64_t u = x + dx, v = y + dy;
                    if (u < 0 || v < 0 || u >= static_cast<std::int64_t>(width) ||
                        v >= static_cast<std::int64_t>(height))
                        continue;
                    const std::size_t other =
                        static_cast<std::size_t>(v) * width + static_cast<std::size_t>(u);
                    if (!set[other] || seen[other]) continue;
                    seen[other] = true;
                    pixels.push_back(other);
                }
        }
        if (pixels.size() < area_min || pixels.size() > area_max) continue;
        Blob blob{pixels.size(), width, height, 0, 0};
        for (const std::size_t pixel : pixels) {
            const std::size_t x = pixel % width, y = pixel / width;
            blob.left = std::min(blob.left, x), blob.right = std::max(blob.right, x + 1);
            blob.top = std::min(blob.top, y), blob.bottom = std::max(blob.bottom, y + 1);
            blob.x += static_cast<double>(x), blob.y += static_cast<double>(y);
            if (!of.empty()) blob.value += of[pixel];
            found.at[pixel] = static_cast<std::int64_t>(found.blobs.size()) + 1;
        }
        found.blobs.push_back(blob);
    }
    return found;
}

std::vector<bool> set_pixels(const ConstHostView& mask) {
    std::vector<bool> set;
    for (std::size_t y = 0; y < mask.format.height; ++y)
        for (std::size_t x = 0; x < mask.format.width; ++x) set.push_back(value(mask, x, y, 0) != 0);
    return set;
}

}  // namespace sluice::reference
