// Weights by the likeness of patches; a device's exp is off by some of its last digits. Of an image that may
// be another nothing more is known than that it is a mean.
#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <algorithm>

namespace sluice::reference::stages {
namespace {

// A layer with what is beside it.
class Around {
public:
    Around(const Bounded& src, std::size_t layer, std::int64_t reach, const Beside& outside)
        : format_(src.format()), reach_(reach), width_(static_cast<std::int64_t>(format_.width) + 2 * reach) {
        const auto height = static_cast<std::int64_t>(format_.height);
        for (std::int64_t y = -reach; y < height + reach; ++y)
            for (std::int64_t x = -reach; x < width_ - reach; ++x)
                for (int c = 0; c < format_.colors(); ++c) {
                    const std::int64_t column = stands_for(x, width_ - 2 * reach, outside.rule);
                    const std::int64_t row = stands_for(y, height, outside.rule);
                    const double constant = outside.color[static_cast<std::size_t>(c)];
                    const Ends v =
                        column < 0 || row < 0
                            ? Ends{constant, constant, constant}
                            : ends_of(src, {static_cast<std::size_t>(column),
                                            layer * format_.height + static_cast<std::size_t>(row), c});
                    ends_.push_back(v);
                    values_.push_back(static_cast<double>(v.expected));
                }
    }
    std::size_t place(std::int64_t x, std::int64_t y) const {
        return static_cast<std::size_t>(((y + reach_) * width_ + x + reach_) * format_.colors());
    }
    const double* at(std::int64_t x, std::int64_t y) const { return &values_[place(x, y)]; }
    const Ends& ends(std::int64_t x, std::int64_t y, int c) const {
        return ends_[place(x, y) + static_cast<std::size_t>(c)];
    }

private:
    const ImageFormat& format_;
    std::int64_t reach_, width_;
    std::vector<double> values_;
    std::vector<Ends> ends_;
};

struct Patches {
    std::int64_t patch, search;
    int colors;
    double fall;
    bool doubles;

    double squares(const Around& image, std::int64_t x, std::int64_t y, std::int64_t sx,
                   std::int64_t sy) const {
        double sum = 0;
        for (std::int64_t dy = -patch; dy <= patch; ++dy) {
            const double *here = image.at(x - patch, y + dy), *there = image.at(x + sx - patch, y + sy + dy);
            for (std::int64_t i = 0; i < (2 * patch + 1) * colors; ++i)
                sum += (there[i] - here[i]) * (there[i] - here[i]);
        }
        return sum;
    }

    // All colours of a pixel.
    std::vector<Ends> of(const Around& image, std::int64_t x, std::int64_t y, bool exact) const {
        const auto count = static_cast<std::size_t>(colors);
        std::vector<double> sums(count), unsure(count);
        std::vector<Ends> result(count);
        double all = 0, size = 0;
        const Real most = doubles ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
        for (std::size_t c = 0; c < count; ++c) result[c] = image.ends(x, y, static_cast<int>(c));
        bool huge = false;
        for (std::int64_t sy = -search; sy <= search; ++sy)
            for (std::int64_t sx = -search; sx <= search; ++sx) {
                const double distance = squares(image, x, y, sx, sy), weight = std::exp(fall * distance);
                huge = huge || (distance > static_cast<double>(most / 16) && std::isfinite(distance));
                for (int c = 0; c < colors; ++c) {
                    const Ends& there = image.ends(x + sx, y + sy, c);
                    if (!std::isfinite(there.expected)) continue;
                    Ends& own = result[static_cast<std::size_t>(c)];
                    own.low = std::min(own.low, there.low);
                    own.high = std::max(own.high, there.high);
                    size = std::max(size, static_cast<double>(std::fabs(there.expected)));
                    const auto change = static_cast<double>(there.expected - own.expected);
                    if (std::fabs(weight - 0.001) < 1e-5)
                        unsure[static_cast<std::size_t>(c)] += 0.0011 * std::fabs(change);
                    if (weight >= 0.001) sums[static_cast<std::size_t>(c)] += weight * change;
                }
                if (weight >= 0.001) all += weight;
            }
        const double epsilon = std::ldexp(1.0, doubles ? -53 : -24);
        const auto side = static_cast<double>(2 * search + 1), of_patch = static_cast<double>(2 * patch + 1);
        const double off_by = size * epsilon * (side * side + 4 * of_patch * of_patch * colors + 64);
        for (std::size_t c = 0; c < count; ++c) {
            Ends& v = result[c];
            if (huge || size > static_cast<double>(most / 16) || (!exact && !std::isfinite(v.high - v.low))) {
                v = {v.expected, unknown.low, unknown.high};
                continue;
            }
            if (!(all > 0)) {
                v = image.ends(x, y, static_cast<int>(c));
                continue;
            }
            v.expected += sums[c] / all;
            if (exact) v.low = v.high = v.expected;
            v.low -= off_by + unsure[c] / all;
            v.high += off_by + unsure[c] / all;
        }
        return result;
    }
};

}  // namespace

StageReference nlmeans() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const ImageFormat& format = src.format();
        Patches patches{static_cast<std::int64_t>(call.number("patch")) / 2,
                        static_cast<std::int64_t>(call.number("search")) / 2, format.colors(), 0,
                        real_of(format.pixel) == Pixel::f64};
        Beside outside = beside_of(call.values, format);
        for (double& v : outside.color) v = static_cast<double>(call.real(v));
        const double far = call.number("strength") * format.white_value();
        const auto side = static_cast<double>(2 * patches.patch + 1);
        patches.fall = -1 / (far * far * side * side * patches.colors);
        std::vector<std::vector<Ends>> pixels;
        for (std::size_t layer = 0; layer < format.layers; ++layer) {
            const Around image(src, layer, patches.patch + patches.search, outside);
            for (std::size_t y = 0; y < format.height; ++y)
                for (std::size_t x = 0; x < format.width; ++x)
                    pixels.push_back(patches.of(image, static_cast<std::int64_t>(x),
                                                static_cast<std::int64_t>(y), src.exact));
        }
        return {of_ends(src, format, [&](const SamplePlace& p) {
            return pixels[p.row * format.width + p.x][static_cast<std::size_t>(p.channel)];
        })};
    }};
}

}  // namespace sluice::reference::stages
