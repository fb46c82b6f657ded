#include "pipeline/batch/glimpse.hpp"

#include "io/write.hpp"
#include "pipeline/core/transfer.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice {
namespace {

// Samples along each side of a thumbnail's pixel. A batch of JPEGs of 3 megapixels has 0.6 ms for both
// glimpses of a picture if they are to take 2 % of it; reading all of it once takes longer.
constexpr std::size_t samples = 3;

// Where one side of the picture is looked at, and to which pixel of the thumbnail that goes.
struct Side {
    std::size_t length = 0;  // of the thumbnail
    std::vector<std::size_t> at, to, counts;

    Side(std::size_t picture, std::size_t longest)
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

struct Half {
    std::uint16_t bits;
};
float number(Half half) { return half_to_float(half.bits); }
template <class T>
float number(T value) {
    return static_cast<float>(value);
}

using Gather = void (*)(const ConstHostView&, std::size_t y, const Side& columns, float* dst);

// Colours in the order R G B, then alpha.
template <class T>
void gather(const ConstHostView& image, std::size_t y, const Side& columns, float* dst) {
    const auto* row = reinterpret_cast<const T*>(image.row(y));
    const auto channels = static_cast<std::size_t>(image.format.channels);
    const std::size_t step = image.step();
    const bool swap = channels >= 3 && image.format.order == Order::bgr;
    for (const std::size_t x : columns.at) {
        const T* pixel = row + x * step;
        for (std::size_t c = 0; c < channels; ++c) dst[c] = number(pixel[c]);
        if (swap) std::swap(dst[0], dst[2]);
        dst += channels;
    }
}

Gather gather_of(Pixel pixel) {
    switch (pixel) {
        case Pixel::u8: return gather<std::uint8_t>;
        case Pixel::i8: return gather<std::int8_t>;
        case Pixel::u16: return gather<std::uint16_t>;
        case Pixel::i16: return gather<std::int16_t>;
        case Pixel::i32: return gather<std::int32_t>;
        case Pixel::f16: return gather<Half>;
        case Pixel::f32: return gather<float>;
        case Pixel::f64: return gather<double>;
    }
    return nullptr;
}

// A picture, looked at row by row.
class Look {
public:
    explicit Look(const ConstHostView& image)
        : image_(image),
          columns_(image.format.width, std::max(image.format.width, image.format.height)),
          rows_(image.format.height, std::max(image.format.width, image.format.height)),
          gather_(gather_of(image.format.pixel)),
          channels_(static_cast<std::size_t>(image.format.channels)),
          colors_(static_cast<std::size_t>(image.format.colors())),
          row_(columns_.at.size() * channels_),
          sums_(columns_.length * rows_.length * channels_) {}

    Glimpse glimpse() {
        Glimpse result;
        result.width = columns_.length;
        result.height = rows_.length;
        result.histogram.resize(colors_);
        result.every_pixel =
            columns_.at.size() == image_.format.width && rows_.at.size() == image_.format.height;
        find_range(result);
        low_ = static_cast<float>(result.low);
        scale_ = static_cast<float>(
            std::min<double>(1 / (result.high - result.low), std::numeric_limits<float>::max()));
        for (std::size_t i = 0; i < rows_.at.size(); ++i) {
            gather_(image_, rows_.at[i], columns_, row_.data());
            normalize();
            count(result);
            add(rows_.to[i]);
        }
        result.jpeg = encode("jpg", thumbnail().view(), {}, {.quality = 60});
        return result;
    }

private:
    void find_range(Glimpse& result) {
        const ImageFormat& format = image_.format;
        result.low = format.range_low();
        result.high = format.range_high();
        if (is_integer(format.pixel)) return;
        float least = std::numeric_limits<float>::infinity(), most = -least;
        for (const std::size_t y : rows_.at) {
            gather_(image_, y, columns_, row_.data());
            for (std::size_t i = 0; i < row_.size(); i += channels_)
                for (std::size_t c = 0; c < colors_; ++c)
                    if (std::isfinite(row_[i + c]))
                        least = std::min(least, row_[i + c]), most = std::max(most, row_[i + c]);
        }
        if (least > most || (least >= result.low && most <= result.high)) return;
        result.low = least;
        result.high = most > least ? most : least + std::max(1.0, std::abs(double{least}));
    }

    // To 0..1; what is no number goes to -1.
    void normalize() {
        for (float& value : row_) {
            const float v = (value - low_) * scale_;
            value = std::isnan(v) ? -1.0F : std::clamp(v, 0.0F, 1.0F);
        }
    }

    void count(Glimpse& result) const {
        for (std::size_t c = 0; c < colors_; ++c) {
            Glimpse::Counts& counts = result.histogram[c];
            for (std::size_t i = c; i < row_.size(); i += channels_)
                if (row_[i] >= 0)
                    ++counts[std::min(static_cast<std::size_t>(row_[i] * Glimpse::bins), Glimpse::bins - 1)];
        }
    }

    // Colours are multiplied by alpha, so that what cannot be seen does not count.
    void add(std::size_t y) {
        const float* pixel = row_.data();
        for (const std::size_t x : columns_.to) {
            float* sum = &sums_[(y * columns_.length + x) * channels_];
            const float alpha = channels_ > colors_ ? std::max(pixel[colors_], 0.0F) : 1.0F;
            for (std::size_t c = 0; c < colors_; ++c) sum[c] += std::max(pixel[c], 0.0F) * alpha;
            if (channels_ > colors_) sum[colors_] += alpha;
            pixel += channels_;
        }
    }

    HostImage thumbnail() const {
        HostImage dst(ImageFormat{columns_.length, rows_.length, static_cast<int>(colors_)});
        for (std::size_t y = 0; y < rows_.length; ++y) {
            for (std::size_t x = 0; x < columns_.length; ++x) {
                const float* sum = &sums_[(y * columns_.length + x) * channels_];
                const auto count = static_cast<double>(columns_.counts[x] * rows_.counts[y]);
                const double paper = (x / 8 + y / 8) % 2 == 0 ? 0.8 : 0.6;
                const double left = channels_ > colors_ ? 1 - sum[colors_] / count : 0;
                for (std::size_t c = 0; c < colors_; ++c) {
                    double value = sum[c] / count;
                    if (image_.format.space == Space::linear) value = transferred(value, Space::encoded);
                    dst.as<std::uint8_t>(y)[x * colors_ + c] =
                        static_cast<std::uint8_t>(std::clamp(255 * (value + paper * left), 0.0, 255.0) + 0.5);
                }
            }
        }
        return dst;
    }

    const ConstHostView& image_;
    Side columns_, rows_;
    Gather gather_;
    std::size_t channels_, colors_;
    float low_ = 0, scale_ = 1;
    std::vector<float> row_, sums_;
};

}  // namespace

Glimpse glimpse(const ConstHostView& image) { return Look(image).glimpse(); }

}  // namespace sluice
