#include "io/palette.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>

namespace sluice {
namespace {

const std::uint8_t* samples_of_row(const ConstHostView& image, std::size_t y) {
    return reinterpret_cast<const std::uint8_t*>(image.row(y));
}
bool is_clear(const ConstHostView& image, const std::uint8_t* pixel) {
    return image.format.channels == 4 && pixel[3] < 128;
}

template <class Visit>
void for_each_pixel(const ConstHostView& image, Visit visit) {
    for (std::size_t y = 0; y < image.format.height; ++y) {
        const std::uint8_t* pixel = samples_of_row(image, y);
        for (std::size_t x = 0; x < image.format.width; ++x, pixel += image.step()) visit(pixel);
    }
}

// As they are, where there are few.
bool take_all_colours(const ConstHostView& image, std::size_t most_in_all, IndexedImage& result) {
    std::unordered_map<std::uint32_t, std::uint8_t> index_of;
    const std::size_t most = most_in_all - (result.clear ? 1 : 0);
    result.indices.reserve(image.format.pixels());
    bool few = true;
    std::uint32_t last = ~0u;
    std::uint8_t index = 0;
    for (std::size_t y = 0; few && y < image.format.height; ++y) {
        const std::uint8_t* pixel = samples_of_row(image, y);
        for (std::size_t x = 0; few && x < image.format.width; ++x, pixel += image.step()) {
            if (is_clear(image, pixel)) {
                result.indices.push_back(*result.clear);
                continue;
            }
            const std::uint32_t colour = pixel[0] | pixel[1] << 8 | pixel[2] << 16;
            if (colour != last) {
                const auto [found, is_new] =
                    index_of.try_emplace(colour, static_cast<std::uint8_t>(result.palette.size()));
                if (is_new) {
                    few = index_of.size() <= most;
                    if (few) result.palette.push_back({pixel[0], pixel[1], pixel[2]});
                }
                last = colour, index = found->second;
            }
            result.indices.push_back(index);
        }
    }
    return few;
}

// A part of the colours: those of some bins.
struct ColourBin {
    std::uint64_t count = 0;
    std::array<std::uint64_t, 3> sum{};
    double middle(std::size_t c) const { return static_cast<double>(sum[c]) / static_cast<double>(count); }
};

struct ColourBox {
    std::span<ColourBin> bins;
    double spread = 0;  // of its widest direction, all pixels together
    std::size_t widest = 0;
    std::array<double, 3> mean{};

    explicit ColourBox(std::span<ColourBin> some) : bins(some) {
        double count = 0;
        std::array<double, 3> sum{}, squares{};
        for (const ColourBin& bin : bins) {
            const auto n = static_cast<double>(bin.count);
            count += n;
            for (std::size_t c = 0; c < 3; ++c) {
                sum[c] += n * bin.middle(c);
                squares[c] += n * bin.middle(c) * bin.middle(c);
            }
        }
        for (std::size_t c = 0; c < 3; ++c) {
            mean[c] = sum[c] / count;
            const double off = squares[c] - sum[c] * mean[c];
            if (off > spread) spread = off, widest = c;
        }
    }

    // The bins below the mean of its widest direction come first; says where the others begin.
    std::size_t split() {
        const auto middle = std::partition(bins.begin(), bins.end(), [this](const ColourBin& bin) {
            return bin.middle(widest) < mean[widest];
        });
        return static_cast<std::size_t>(middle - bins.begin());
    }
};

constexpr std::size_t bins_of(int bits) { return std::size_t{1} << 3 * bits; }
constexpr int bits_of_bin = 6;
std::size_t bin_of(const std::uint8_t* pixel) {
    return static_cast<std::size_t>(pixel[0] >> 2) << 12 | static_cast<std::size_t>(pixel[1] >> 2) << 6 |
           static_cast<std::size_t>(pixel[2] >> 2);
}

// The part that is most spread is split, again and again.
std::vector<PaletteColour> chosen_colours(const ConstHostView& image, std::size_t most) {
    std::vector<ColourBin> bins(bins_of(bits_of_bin));
    for_each_pixel(image, [&](const std::uint8_t* pixel) {
        if (is_clear(image, pixel)) return;
        ColourBin& bin = bins[bin_of(pixel)];
        ++bin.count;
        for (std::size_t c = 0; c < 3; ++c) bin.sum[c] += pixel[c];
    });
    std::erase_if(bins, [](const ColourBin& bin) { return bin.count == 0; });
    std::vector<ColourBox> boxes{ColourBox(bins)};
    const auto less = [](const ColourBox& a, const ColourBox& b) { return a.spread < b.spread; };
    while (boxes.size() < most) {
        std::pop_heap(boxes.begin(), boxes.end(), less);
        ColourBox& box = boxes.back();
        const std::size_t at = box.split();
        if (at == 0 || at == box.bins.size()) break;
        const ColourBox below(box.bins.first(at)), above(box.bins.subspan(at));
        box = below;
        std::push_heap(boxes.begin(), boxes.end(), less);
        boxes.push_back(above);
        std::push_heap(boxes.begin(), boxes.end(), less);
    }
    std::vector<PaletteColour> palette;
    for (const ColourBox& box : boxes) {
        PaletteColour colour{};
        for (std::size_t c = 0; c < 3; ++c) colour[c] = static_cast<std::uint8_t>(std::lround(box.mean[c]));
        palette.push_back(colour);
    }
    return palette;
}

// The colour of a palette that is nearest, by bins: found when first asked for.
class NearestColour {
public:
    explicit NearestColour(const std::vector<PaletteColour>& palette)
        : palette_(palette), known_(bins_of(bits_of_bin), unknown) {}

    std::uint8_t of(const std::array<int, 3>& colour) {
        const std::array<std::uint8_t, 3> bytes{static_cast<std::uint8_t>(colour[0]),
                                                static_cast<std::uint8_t>(colour[1]),
                                                static_cast<std::uint8_t>(colour[2])};
        std::uint16_t& index = known_[bin_of(bytes.data())];
        if (index == unknown) index = find(bytes);
        return static_cast<std::uint8_t>(index);
    }

private:
    static constexpr std::uint16_t unknown = 0xFFFF;

    std::uint16_t find(const std::array<std::uint8_t, 3>& of) const {
        int least = 1 << 30;
        std::uint16_t best = 0;
        for (std::size_t i = 0; i < palette_.size(); ++i) {
            int far = 0;
            for (std::size_t c = 0; c < 3; ++c) {
                const int off = palette_[i][c] - ((of[c] & 0xFC) + 2);
                far += off * off;
            }
            if (far < least) least = far, best = static_cast<std::uint16_t>(i);
        }
        return best;
    }

    const std::vector<PaletteColour>& palette_;
    std::vector<std::uint16_t> known_;
};

void take_nearest_colours(const ConstHostView& image, bool diffuse, IndexedImage& result) {
    NearestColour nearest(result.palette);
    const std::size_t width = image.format.width;
    using Errors = std::vector<std::array<int, 3>>;  // in 16ths, of a row, with a place on either side
    Errors here(width + 2), below(width + 2);
    for (std::size_t y = 0; y < image.format.height; ++y) {
        const std::uint8_t* pixel = samples_of_row(image, y);
        for (std::size_t x = 0; x < width; ++x, pixel += image.step()) {
            if (is_clear(image, pixel)) {
                result.indices.push_back(*result.clear);
                continue;
            }
            std::array<int, 3> wanted{};
            for (std::size_t c = 0; c < 3; ++c)
                wanted[c] = std::clamp(pixel[c] + ((here[x + 1][c] + 8) >> 4), 0, 255);
            const std::uint8_t index = nearest.of(wanted);
            result.indices.push_back(index);
            if (!diffuse) continue;
            for (std::size_t c = 0; c < 3; ++c) {
                const int lost = wanted[c] - result.palette[index][c];
                here[x + 2][c] += 7 * lost;
                below[x][c] += 3 * lost;
                below[x + 1][c] += 5 * lost;
                below[x + 2][c] += lost;
            }
        }
        std::swap(here, below);
        std::fill(below.begin(), below.end(), std::array<int, 3>{});
    }
}

bool any_clear(const ConstHostView& image) {
    bool any = false;
    for_each_pixel(image, [&](const std::uint8_t* pixel) { any |= is_clear(image, pixel); });
    return any;
}

}  // namespace

IndexedImage indexed(const ConstHostView& image, std::size_t most, PaletteDither dither) {
    IndexedImage result;
    if (any_clear(image)) {
        result.clear = 0;
        result.palette.push_back({});
    }
    if (take_all_colours(image, most, result)) return result;
    result.indices.clear();
    result.palette = chosen_colours(image, most - (result.clear ? 1 : 0));
    if (result.clear) result.clear = static_cast<std::uint8_t>(result.palette.size());
    take_nearest_colours(image, dither == PaletteDither::diffusion, result);
    if (result.clear) result.palette.push_back({});
    return result;
}

}  // namespace sluice
