// An image that an application has laid in its own way.
#pragma once

#include "tests/reference/random_image.hpp"

#include <sluice/sluice.hpp>

#include <algorithm>
#include <cstddef>
#include <vector>

namespace sluice::test {

// How an application may lay an image.
struct Laying {
    Order order = Order::rgb;
    int lanes = 0;               // of three channels: 4 where a fourth means nothing
    std::size_t before = 0;      // samples to the first pixel
    std::size_t behind_row = 0;  // samples from the end of a row to the next one
};

// An image that lies so among bytes of nobody's.
class LaidImage {
public:
    LaidImage(ImageFormat format, const Laying& laying) {
        format.order = laying.order;
        const std::size_t sample = bytes(format.pixel);
        view_.format = format;
        view_.lanes = laying.lanes;
        view_.pitch = (format.width * view_.step() + laying.behind_row) * sample;
        offset_ = laying.before * sample;
        bytes_.resize(offset_ + view_.pitch * format.rows(), guard);
        view_.data = bytes_.data() + offset_;
    }
    LaidImage(const HostImage& image, const Laying& laying) : LaidImage(image.format(), laying) {
        const ImageFormat& format = image.format();
        for (std::size_t y = 0; y < format.rows(); ++y)
            for (std::size_t x = 0; x < format.width; ++x)
                for (int c = 0; c < format.channels; ++c) {
                    const bool swaps = laying.order != format.order && format.channels > 2 && c < 3;
                    set(x, y, swaps ? 2 - c : c, sample(image.view(), x, y, c));
                }
    }
    LaidImage(const LaidImage&) = delete;
    LaidImage& operator=(const LaidImage&) = delete;

    const HostView& view() const { return view_; }
    std::size_t offset() const { return offset_; }
    std::vector<std::byte>& memory() { return bytes_; }

    // Whether all that is no pixel is as it was; a lane that means nothing may be anything.
    bool guarded() const {
        for (std::size_t i = 0; i < bytes_.size(); ++i) {
            const std::size_t at = i - std::min(i, offset_);
            const std::size_t row = view_.format.width * view_.step() * bytes(view_.format.pixel);
            if ((i < offset_ || at % view_.pitch >= row) && bytes_[i] != guard) return false;
        }
        return true;
    }

private:
    static constexpr std::byte guard{0xA5};

    void set(std::size_t x, std::size_t y, int place, double value) {
        ImageFormat one = view_.format;  // a grey image in which each sample is a pixel
        one.width *= view_.step();
        one.channels = 1;
        one.grey_alpha = false;
        set_sample({one, view_.data, view_.pitch}, x * view_.step() + static_cast<std::size_t>(place), y, 0,
                   value);
    }

    HostView view_;
    std::size_t offset_ = 0;
    std::vector<std::byte> bytes_;
};

inline const std::vector<Laying> layings{
    {}, {Order::bgr, 0, 1, 5}, {Order::rgb, 4, 3, 0}, {Order::bgr, 4, 0, 7}, {Order::rgb, 0, 0, 1}};
inline bool can_lie(const ImageFormat& format, const Laying& laying) {
    return format.channels == 3 ||
           (laying.lanes == 0 && (format.channels == 4 || laying.order == Order::rgb));
}

}  // namespace sluice::test
