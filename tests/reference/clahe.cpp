#include "tests/reference/clahe.hpp"

#include "pipeline/core/error.hpp"
#include "tests/reference/luma_shift.hpp"
#include "tests/reference/stretch_image.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>

namespace sluice::reference {
namespace {

// One channel, or luma, of one layer.
struct Plane {
    std::size_t width, height;
    std::vector<std::uint16_t> levels;
    std::vector<bool> counted;

    std::uint16_t at(std::size_t x, std::size_t y) const { return levels[y * width + x]; }
    bool counts(std::size_t x, std::size_t y) const { return counted[y * width + x]; }
};

// REFLECT_101: ... 2 1 | 0 1 2 ... n-2 n-1 | n-2 n-3 ...
std::size_t reflected(std::size_t x, std::size_t n) {
    if (n == 1) return 0;
    const std::size_t period = 2 * (n - 1);
    x %= period;
    return x < n ? x : period - x;
}

// To multiples of the tiles. When one axis has to be padded, one that is divisible is padded too, by `tiles`.
Plane padded(const Plane& plane, const std::array<std::size_t, 2>& tiles) {
    if (plane.width % tiles[0] == 0 && plane.height % tiles[1] == 0) return plane;
    Plane result{plane.width + tiles[0] - plane.width % tiles[0],
                 plane.height + tiles[1] - plane.height % tiles[1],
                 {},
                 {}};
    for (std::size_t y = 0; y < result.height; ++y)
        for (std::size_t x = 0; x < result.width; ++x) {
            const std::size_t from_x = reflected(x, plane.width), from_y = reflected(y, plane.height);
            result.levels.push_back(plane.at(from_x, from_y));
            result.counted.push_back(plane.counts(from_x, from_y));
        }
    return result;
}

// `bins`: of the levels up to white.
void clip(std::vector<int>& histogram, int limit, int bins) {
    int clipped = 0;
    for (int& n : histogram) {
        clipped += std::max(n - limit, 0);
        n = std::min(n, limit);
    }
    for (int i = 0; i < bins; ++i) histogram[static_cast<std::size_t>(i)] += clipped / bins;
    const int residual = clipped % bins;
    if (residual == 0) return;
    const int step = std::max(bins / residual, 1);
    for (int i = 0, left = residual; i < bins && left > 0; i += step, --left)
        ++histogram[static_cast<std::size_t>(i)];
}

using Lut = std::vector<float>;

// The lookup tables of all tiles, row by row.
std::vector<Lut> tile_luts(const Plane& plane, std::size_t bins, float white, const ClaheOptions& options) {
    const std::size_t width = plane.width / options.tiles[0], height = plane.height / options.tiles[1];
    const double used = std::min(static_cast<double>(bins), static_cast<double>(white) + 1);
    const auto limit_of = [&](int area) {
        if (area == static_cast<int>(width * height))
            return std::max(1, static_cast<int>(options.clip_limit * area / used));
        return std::max(1, static_cast<int>(static_cast<float>(options.clip_limit) *
                                            static_cast<float>(area) / static_cast<float>(used)));
    };
    std::vector<Lut> luts;
    for (std::size_t ty = 0; ty < options.tiles[1]; ++ty)
        for (std::size_t tx = 0; tx < options.tiles[0]; ++tx) {
            std::vector<int> histogram(bins);
            for (std::size_t y = ty * height; y < (ty + 1) * height; ++y)
                for (std::size_t x = tx * width; x < (tx + 1) * width; ++x)
                    if (plane.counts(x, y)) ++histogram[plane.at(x, y)];
            const int area = std::accumulate(histogram.begin(), histogram.end(), 0);
            if (options.clip_limit > 0 && area > 0) clip(histogram, limit_of(area), static_cast<int>(used));
            const float scale = white / static_cast<float>(area);
            Lut lut;
            int cdf = 0;
            for (std::size_t level = 0; level < histogram.size(); ++level) {
                cdf += histogram[level];
                const float to = std::nearbyint(static_cast<float>(cdf) * scale);
                lut.push_back(area == 0 ? static_cast<float>(level) : std::min(to, white));
            }
            luts.push_back(lut);
        }
    return luts;
}

// Between which two tiles a coordinate lies, and how far towards the second.
struct Between {
    std::size_t first, second;
    float share;
};

Between between(std::size_t x, std::size_t tile_size, std::size_t tiles) {
    const float position = static_cast<float>(x) * (1.0f / static_cast<float>(tile_size)) - 0.5f;
    const float first = std::floor(position);
    const auto last = static_cast<float>(tiles - 1);
    return {static_cast<std::size_t>(std::max(first, 0.0f)),
            static_cast<std::size_t>(std::min(first + 1, last)), position - first};
}

Plane equalized(const Plane& plane, std::size_t bins, float white, const ClaheOptions& options) {
    const Plane whole = padded(plane, options.tiles);
    const std::vector<Lut> luts = tile_luts(whole, bins, white, options);
    Plane result = plane;
    for (std::size_t y = 0; y < plane.height; ++y) {
        const Between v = between(y, whole.height / options.tiles[1], options.tiles[1]);
        for (std::size_t x = 0; x < plane.width; ++x) {
            const Between h = between(x, whole.width / options.tiles[0], options.tiles[0]);
            const auto look = [&](std::size_t tx, std::size_t ty) {
                return luts[ty * options.tiles[0] + tx][plane.at(x, y)];
            };
            const float above = look(h.first, v.first) * (1 - h.share) + look(h.second, v.first) * h.share;
            const float below = look(h.first, v.second) * (1 - h.share) + look(h.second, v.second) * h.share;
            const float blended = above * (1 - v.share) + below * v.share;
            result.levels[y * plane.width + x] =
                static_cast<std::uint16_t>(std::clamp(std::nearbyint(blended), 0.0f, white));
        }
    }
    return result;
}

}  // namespace

Normalized clahe(const ConstHostView& src, const ClaheOptions& options) {
    const ImageFormat& format = src.format;
    if (format.pixel != Pixel::u8 && format.pixel != Pixel::u16)
        throw Error(Error::Kind::usage, "clahe", "takes u8 and u16, not " + std::string(name(format.pixel)));
    if (options.group == Grouping::joint)
        throw Error(Error::Kind::usage, "clahe.group", "is luma or channel");
    const std::size_t bins = format.pixel == Pixel::u8 ? 256 : 65536;
    const AlphaRule alpha = options.alpha == AlphaRule::include ? AlphaRule::include : AlphaRule::exclude;

    Normalized done{HostImage(format), {}};
    const HostView dst = done.image.view();
    if (format.has_alpha()) copy_channel(src, dst, format.colors(), 0, rows(format));
    for (std::size_t layer = 0; layer < format.layers; ++layer) {
        const std::size_t top = layer * format.height;
        for (const ChannelGroup& group : groups(format, options.group, alpha)) {
            Plane plane{format.width, format.height, {}, {}};
            const bool hides = options.alpha == AlphaRule::visible && format.has_alpha();
            for (std::size_t y = 0; y < format.height; ++y)
                for (std::size_t x = 0; x < format.width; ++x) {
                    plane.counted.push_back(!hides || value(src, x, top + y, format.colors()) != 0);
                    plane.levels.push_back(static_cast<std::uint16_t>(
                        group.luma ? static_cast<double>(whole_luma(src, x, top + y))
                                   : value(src, x, top + y, group.channels[0])));
                }
            if (std::count(plane.counted.begin(), plane.counted.end(), true) == 0)
                done.untouched.push_back(name_in_layer(group, layer));
            const double white = format.white_value();
            const Plane result = equalized(plane, bins, static_cast<float>(white), options);
            for (std::size_t y = 0; y < format.height; ++y)
                for (std::size_t x = 0; x < format.width; ++x) {
                    const double added =
                        static_cast<double>(result.at(x, y)) - static_cast<double>(plane.at(x, y));
                    for (const int c : group.channels) {
                        const auto v = static_cast<double>(value(src, x, top + y, c));
                        set_value(dst, x, top + y, c, added == 0 ? v : std::clamp(v + added, 0.0, white));
                    }
                }
        }
    }
    return done;
}

}  // namespace sluice::reference
