#include "apps/report/glimpse.hpp"

#include "io/write.hpp"
#include "pipeline/core/half.hpp"
#include "pipeline/core/transfer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::apps {
namespace {

// Samples for a pixel of the thumbnail. A batch of JPEGs of 3 megapixels has 40 ms of a core for one, of
// which each of its two glimpses takes 2; reading all pixels once would take longer. Those of a row often lie
// in one line of the cache; each row more costs as much as the first.
constexpr std::size_t samples_across = 2, samples_down = 1;

// Where one side of the picture is looked at, and to which pixel of the thumbnail that goes.
struct Side {
    std::size_t length = 0;  // of the thumbnail
    std::vector<std::size_t> at, to, counts;

    Side(std::size_t picture, std::size_t longest, std::size_t samples)
        : length(std::max<std::size_t>(
              1, longest <= Glimpse::side ? picture : (picture * Glimpse::side + longest / 2) / longest)),
          counts(length) {
        const std::size_t count = std::min(picture, samples * length);
        for (std::size_t i = 0; i < count; ++i) {
            at.push_back((2 * i + 1) * picture / (2 * count));
            to.push_back(i * length / count);
            ++counts[to.back()];
        }
    }
};

using Gather = void (*)(const ConstHostView&, std::size_t y, const Side& columns, float* dst);

// Colours in the order R G B, then alpha.
template <class T, std::size_t channels>
void gather(const ConstHostView& image, std::size_t y, const Side& columns, float* dst) {
    const auto* row = reinterpret_cast<const T*>(image.row(y));
    const std::size_t step = image.step();
    const bool swap = image.format.order == Order::bgr;
    for (const std::size_t x : columns.at) {
        const T* pixel = row + x * step;
        for (std::size_t c = 0; c < channels; ++c) dst[c] = static_cast<float>(pixel[c]);
        if constexpr (channels >= 3)
            if (swap) std::swap(dst[0], dst[2]);
        dst += channels;
    }
}

template <std::size_t channels>
Gather gather_of(Pixel pixel) {
    switch (pixel) {
        case Pixel::u8: return gather<std::uint8_t, channels>;
        case Pixel::i8: return gather<std::int8_t, channels>;
        case Pixel::u16: return gather<std::uint16_t, channels>;
        case Pixel::i16: return gather<std::int16_t, channels>;
        case Pixel::i32: return gather<std::int32_t, channels>;
        case Pixel::f16: return gather<Half, channels>;
        case Pixel::f32: return gather<float, channels>;
        case Pixel::f64: return gather<double, channels>;
    }
    return nullptr;
}

// A picture, looked at row by row.
template <std::size_t channels>
class Look {
public:
    explicit Look(const ConstHostView& image)
        : image_(image),
          columns_(image.format.width, std::max(image.format.width, image.format.height), samples_across),
          rows_(image.format.height, std::max(image.format.width, image.format.height), samples_down),
          gather_(gather_of<channels>(image.format.pixel)),
          row_(columns_.at.size() * channels),
          sums_(columns_.length * rows_.length * channels) {}

    Glimpse glimpse() {
        Glimpse result;
        result.width = columns_.length;
        result.height = rows_.length;
        result.histogram.resize(colors);
        result.every_pixel =
            columns_.at.size() == image_.format.width && rows_.at.size() == image_.format.height;
        find_range(result);
        low_ = static_cast<float>(result.low);
        high_ = static_cast<float>(result.high);
        scale_ = static_cast<float>(
            std::min<double>(1 / (result.high - result.low), std::numeric_limits<float>::max()));
        for (std::size_t i = 0; i < rows_.at.size(); ++i) {
            gather_(image_, rows_.at[i], columns_, row_.data());
            add(rows_.to[i], result.histogram);
        }
        result.jpeg = encode("jpg", thumbnail().view(), {}, {{"quality", 60}});
        return result;
    }

private:
    static constexpr std::size_t colors = channels <= 2 ? 1 : 3;

    void find_range(Glimpse& result) {
        const ImageFormat& format = image_.format;
        result.low = format.range_low();
        result.high = format.range_high();
        if (is_integer(format.pixel)) return;
        float least = std::numeric_limits<float>::infinity(), most = -least;
        for (const std::size_t y : rows_.at) {
            gather_(image_, y, columns_, row_.data());
            for (std::size_t i = 0; i < row_.size(); i += channels)
                for (std::size_t c = 0; c < colors; ++c)
                    if (std::isfinite(row_[i + c]))
                        least = std::min(least, row_[i + c]), most = std::max(most, row_[i + c]);
        }
        if (least > most || (least >= result.low && most <= result.high)) return;
        result.low = least;
        result.high = most > least ? most : least + std::max(1.0, std::abs(double{least}));
    }

    // A row to the counts and to the sums of row `y` of the thumbnail. Colours are multiplied by alpha, so
    // that what cannot be seen does not count there. What is no number counts nowhere.
    void add(std::size_t y, std::vector<Glimpse::Counts>& histogram) {
        constexpr int last = Glimpse::bins - 1;
        // Of their own, or each sum that is stored might change them.
        const float low = low_, high = high_, scale = scale_;
        // From 0 to 1, whatever the value: infinity times a scale of 0 would be no number.
        const auto unit = [&](float value) {
            return value >= high ? 1.0F : std::min(std::max(0.0F, (value - low) * scale), 1.0F);
        };
        std::array<std::uint32_t*, colors> counts;
        for (std::size_t c = 0; c < colors; ++c) counts[c] = histogram[c].data();
        const float* pixel = row_.data();
        float* sums = &sums_[y * columns_.length * channels];
        for (const std::size_t samples_of_one : columns_.counts) {
            std::array<float, channels> sum{};
            for (std::size_t i = 0; i < samples_of_one; ++i, pixel += channels) {
                float alpha = 1;
                if constexpr (channels > colors) {
                    alpha = std::isnan(pixel[colors]) ? 0 : unit(pixel[colors]);
                    sum[colors] += alpha;
                }
                for (std::size_t c = 0; c < colors; ++c) {
                    if (std::isnan(pixel[c])) continue;
                    const float value = unit(pixel[c]);
                    ++counts[c][std::min(static_cast<int>(value * Glimpse::bins), last)];
                    sum[c] += value * alpha;
                }
            }
            for (std::size_t c = 0; c < channels; ++c) sums[c] += sum[c];
            sums += channels;
        }
    }

    HostImage thumbnail() const {
        HostImage dst(ImageFormat{columns_.length, rows_.length, static_cast<int>(colors)});
        const bool linear = image_.format.space == Space::linear;
        const float* sum = sums_.data();
        for (std::size_t y = 0; y < rows_.length; ++y) {
            auto* to = dst.as<std::uint8_t>(y);
            for (std::size_t x = 0; x < columns_.length; ++x, sum += channels) {
                const float share = 1 / static_cast<float>(columns_.counts[x] * rows_.counts[y]);
                const float paper = (x / 8 + y / 8) % 2 == 0 ? 0.8F : 0.6F;
                const float left = channels > colors ? paper * (1 - sum[channels - 1] * share) : 0;
                for (std::size_t c = 0; c < colors; ++c) {
                    float value = sum[c] * share;
                    if (linear) value = static_cast<float>(transferred(value, Space::encoded));
                    *to++ = static_cast<std::uint8_t>(255 * std::clamp(value + left, 0.0F, 1.0F) + 0.5F);
                }
            }
        }
        return dst;
    }

    const ConstHostView& image_;
    Side columns_, rows_;
    Gather gather_;
    float low_ = 0, high_ = 1, scale_ = 1;
    std::vector<float> row_, sums_;
};

}  // namespace

Glimpse glimpse(const ConstHostView& image) {
    switch (image.format.channels) {
        case 1: return Look<1>(image).glimpse();
        case 2: return Look<2>(image).glimpse();
        case 3: return Look<3>(image).glimpse();
        default: return Look<4>(image).glimpse();
    }
}

}  // namespace sluice::apps
