#include "tests/reference/stretch_image.hpp"

#include "tests/reference/srgb.hpp"
#include "tests/reference/stretch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sluice::reference {
namespace {

FoundRange mixed(const FoundRange& own, const FoundRange& joint, Real independence) {
    const auto mix = [independence](Real x, Real y) { return independence * x + (1 - independence) * y; };
    return {mix(own.lo, joint.lo), mix(own.hi, joint.hi), own.widened || joint.widened};
}

constexpr Int128 parts = 1000000;  // fractions count in millionths
Int128 in_parts(Real v) { return static_cast<Int128>(std::nearbyint(v * static_cast<Real>(parts))); }

// The values / white, colours through a curve: alpha is no light.
HostImage through(const Curve& curve, const ConstHostView& src) {
    ImageFormat format = src.format;
    format.pixel = Pixel::f64;
    format.white = 1;
    HostImage image(format);
    for (std::size_t row = 0; row < rows(format); ++row)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c) {
                const Real v = static_cast<Real>(value(src, x, row, c)) / src.format.white_value();
                set_value(image.view(), x, row, c,
                          static_cast<double>(c < format.colors() ? curve.to(v) : v));
            }
    return image;
}

class Stretch {
public:
    Stretch(const ConstHostView& src, const NormalizeOptions& options, const FindRange& find)
        : src_(src),
          options_(options),
          find_(find),
          curve_(curve_into(options.space, src.format)),
          work_(src) {
        if (curve_) {
            curved_ = through(*curve_, src);
            work_ = curved_.view();
        }
        done_.image = HostImage(normalized_format(src.format, options.pixel));
        a_ = options.out ? (*options.out)[0] : to().range_low();
        b_ = options.out ? (*options.out)[1] : to().range_high();
    }

    Normalized run() {
        for (std::size_t layer = 0; layer < src_.format.layers; ++layer) {
            std::vector<bool> is_stretched(static_cast<std::size_t>(src_.format.channels));
            for (const ChannelGroup& group : stretched_groups(options_.group)) {
                stretch(layer, group);
                for (const int c : group.channels) is_stretched[static_cast<std::size_t>(c)] = true;
            }
            for (int c = 0; c < src_.format.channels; ++c)
                if (!is_stretched[static_cast<std::size_t>(c)]) keep(layer, c);
        }
        return std::move(done_);
    }

private:
    const ImageFormat& to() const { return done_.image.format(); }

    std::vector<ChannelGroup> stretched_groups(Grouping grouping) const {
        const bool include = options_.counted.alpha == AlphaRule::include;
        return groups(src_.format, grouping, include ? AlphaRule::include : AlphaRule::exclude);
    }

    template <class Visit>
    void each_pixel(std::size_t layer, Visit visit) const {
        for (std::size_t y = 0; y < src_.format.height; ++y)
            for (std::size_t x = 0; x < src_.format.width; ++x) visit(x, layer * src_.format.height + y);
    }

    Real in_output(Real v) const {
        if (curve_) return v / src_.format.white_value() * to().white_value();
        return in_output_units(v, src_.format, to());
    }
    Real clamped(Real v, Real a, Real b) const { return std::clamp(v, std::min(a, b), std::max(a, b)); }

    void store(std::size_t x, std::size_t row, int channel, Real v) {
        if (std::isnan(v) && options_.nan_value) v = *options_.nan_value;
        set_value(done_.image.view(), x, row, channel, stored(v, to().pixel));
    }

    // As it is, in output units.
    void keep(std::size_t layer, int channel) {
        const std::size_t first = layer * src_.format.height;
        if (to().pixel == src_.format.pixel)
            return copy_channel(src_, done_.image.view(), channel, first, first + src_.format.height);
        each_pixel(layer, [&](std::size_t x, std::size_t row) {
            const Real v = in_output(value(src_, x, row, channel));
            set_value(done_.image.view(), x, row, channel, stored(v, to().pixel));
        });
    }

    std::optional<FoundRange> range_of(std::size_t layer, const ChannelGroup& group) const {
        std::optional<FoundRange> own = find_(work_, layer, group);
        if (!own || options_.group != Grouping::channel || options_.independence == 1 ||
            options_.range_is_given())
            return own;
        const ChannelGroup joint = stretched_groups(Grouping::joint).front();
        return mixed(*own, *find_(work_, layer, joint), options_.independence);
    }

    void stretch(std::size_t layer, const ChannelGroup& group) {
        const std::optional<FoundRange> range = range_of(layer, group);
        if (!range) {
            done_.untouched.push_back(name_in_layer(group, layer));
            for (const int c : group.channels) keep(layer, c);
            return;
        }
        if (range->widened) done_.widened.push_back(name_in_layer(group, layer));
        // A result in double precision is computed in it, where smaller ranges are none.
        if (is_constant(*range, options_.pixel == Pixel::f64 ? Pixel::f64 : src_.format.pixel)) {
            if (range->lo < range->hi) done_.indistinct.push_back(name_in_layer(group, layer));
            group.luma ? constant_luma(layer, group) : constant(layer, group);
        } else {
            line(layer, group, *range);
        }
    }

    // Between code values of the output and the space in which the stretch happens.
    Real back(Real y, int channel) const {
        if (!curve_) return y;
        return (channel < src_.format.colors() ? curve_->back(y) : y) * to().white_value();
    }
    Real target(Real code) const { return curve_ ? curve_->to(code / to().white_value()) : code; }
    Real scaled(Real v) const { return curve_ ? v : in_output(v); }

    Real constant_target() const {
        if (options_.constant == ConstantRule::low) return target(a_);
        if (options_.constant == ConstantRule::mid) return (target(a_) + target(b_)) / 2;
        return 0;
    }

    void constant(std::size_t layer, const ChannelGroup& group) {
        each_pixel(layer, [&](std::size_t x, std::size_t row) {
            for (const int c : group.channels) {
                const Real v = value(work_, x, row, c);
                Real result = constant_target();
                if (options_.constant == ConstantRule::keep) result = scaled(v);
                if (options_.constant == ConstantRule::keep && options_.clamp)
                    result = clamped(result, target(a_), target(b_));
                if (std::isnan(v)) result = v;
                store(x, row, c, back(result, c));
            }
        });
    }

    // Of luma that is not finite, there is none.
    static Real change(Real y, Real stretched) { return std::isfinite(y) ? stretched - y : 0; }

    void constant_luma(std::size_t layer, const ChannelGroup& group) {
        const Real a = target(a_), b = target(b_);
        each_pixel(layer, [&](std::size_t x, std::size_t row) {
            const Real y = scaled(luma(work_, x, row));
            const Real wanted = options_.constant == ConstantRule::keep ? y : constant_target();
            const Real added = change(y, options_.clamp ? clamped(wanted, a, b) : wanted);
            for (const int c : group.channels) {
                const Real v = scaled(value(work_, x, row, c)) + added;
                store(x, row, c, back(options_.clamp ? clamped(v, a, b) : v, c));
            }
        });
    }

    void line(std::size_t layer, const ChannelGroup& group, const FoundRange& range) {
        const Real s = options_.strength;
        const Real a = s == 1 ? target(a_) : s * target(a_) + (1 - s) * scaled(range.lo);
        const Real b = s == 1 ? target(b_) : s * target(b_) + (1 - s) * scaled(range.hi);
        const bool integers = is_integer(src_.format.pixel) && is_integer(to().pixel);
        const bool mixed =
            options_.independence != 1 && options_.group == Grouping::channel && !options_.range_is_given();
        const bool exact = integers && !curve_ && !group.luma && range.lo < range.hi && s == 1 && !mixed &&
                           std::max(std::fabs(a), std::fabs(b)) < 1e12L;
        const auto ends = exact ? std::array{in_parts(range.lo), in_parts(range.hi), in_parts(a), in_parts(b)}
                                : std::array<Int128, 4>{};
        const auto stretch_one = [&](Real v) -> Real {
            if (!exact) return stretched(v, range.lo, range.hi, a, b, options_.clamp);
            const auto level = static_cast<std::int64_t>(v);  // far quicker than a Real to 128 bits
            return static_cast<Real>(
                stretched_exactly(level, ends[0], ends[1], ends[2], ends[3], options_.clamp, parts));
        };
        each_pixel(layer, [&](std::size_t x, std::size_t row) {
            const Real y = group.luma ? luma(work_, x, row) : 0;
            const Real added = group.luma ? change(scaled(y), stretch_one(y)) : 0;
            for (const int c : group.channels) {
                const Real v = value(work_, x, row, c);
                Real result = group.luma ? scaled(v) + added : stretch_one(v);
                if (group.luma && options_.clamp) result = clamped(result, target(a_), target(b_));
                store(x, row, c, back(result, c));
            }
        });
    }

    ConstHostView src_;
    NormalizeOptions options_;
    FindRange find_;
    std::optional<Curve> curve_;
    HostImage curved_;
    ConstHostView work_;
    Normalized done_;
    Real a_ = 0, b_ = 0;  // the target, in code values of the output
};

}  // namespace

bool is_constant(const FoundRange& range, Pixel pixel) {
    if (range.hi == range.lo) return true;
    if (is_integer(pixel)) return false;
    const Real smallest =
        pixel == Pixel::f64 ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
    return range.hi - range.lo < smallest;
}

std::optional<Curve> curve_into(const std::optional<Space>& space, const ImageFormat& format) {
    if (!space || *space == format.space || *space == Space::data || format.space == Space::data)
        return std::nullopt;
    if (*space == Space::linear) return Curve{srgb_to_linear, srgb_to_encoded};
    return Curve{srgb_to_encoded, srgb_to_linear};
}

Normalized stretch_image(const ConstHostView& src, const NormalizeOptions& options, const FindRange& find) {
    return Stretch(src, options, find).run();
}

ImageFormat normalized_format(const ImageFormat& src, std::optional<Pixel> pixel) {
    ImageFormat format = src;
    if (pixel && *pixel != src.pixel) {
        format.pixel = *pixel;
        format.white = 0;
    }
    return format;
}

std::string name_in_layer(const ChannelGroup& group, std::size_t layer) {
    return (layer == 0 ? "" : std::to_string(layer) + ":") + group.name;
}

Real in_output_units(Real v, const ImageFormat& src, const ImageFormat& dst) {
    const auto keeps = [](Pixel p) { return is_integer(p) && is_signed(p); };
    if (src.pixel == dst.pixel || keeps(src.pixel) || keeps(dst.pixel)) return v;
    return v * static_cast<Real>(dst.white_value()) / static_cast<Real>(src.white_value());
}

}  // namespace sluice::reference
