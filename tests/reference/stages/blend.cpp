// Source over of W3C Compositing and Blending Level 1, with a function of both colours:
//   co = as * ((1 - ab) * Cs + ab * B(Cb, Cs)) + (1 - as) * ab * Cb, ao = as + ab * (1 - as), Co = co / ao.
// as is the alpha above times opacity times the mask; nothing above leaves what is below as it is. The
// colours above are converted to the space of those below first, and not rounded.
#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/convert.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sluice::reference::stages {
namespace {

Ends both(Real v) { return {v, v, v}; }

// What decides one sample of the result. Fractions of white but for the colours.
struct Mixed {
    Real below, above, own, alpha;  // colours, alpha below (1 where there is none) and above
};

// B(Cb, Cs) of colours that are fractions of white. What lies outside of 0 to 1 goes the same way.
Real mixed(const std::string& mode, Real b, Real s) {
    const auto dodge = [](Real v, Real by) -> Real {
        const Real y = v / (1 - by);
        return v <= 0 ? 0 : by >= 1 || y > 1 ? 1 : y;
    };
    if (mode == "multiply") return b * s;
    if (mode == "screen") return b + s - b * s;
    if (mode == "overlay") return mixed("hardlight", s, b);
    if (mode == "darken") return s < b ? s : b;
    if (mode == "lighten") return s > b ? s : b;
    if (mode == "dodge") return dodge(b, s);
    if (mode == "burn") return 1 - dodge(1 - b, 1 - s);
    if (mode == "hardlight") return s <= 0.5L ? mixed("multiply", b, 2 * s) : mixed("screen", b, 2 * s - 1);
    if (mode == "difference") return std::fabs(b - s);
    if (mode == "exclusion") return b + s - 2 * b * s;
    if (mode == "softlight") {
        const Real d = b <= 0.25L ? ((16 * b - 12) * b + 4) * b : std::sqrt(b);
        return s <= 0.5L ? b - (1 - 2 * s) * b * (1 - b) : b + (2 * s - 1) * (d - b);
    }
    return s;
}

struct Blend {
    std::string mode = "normal";
    bool alpha = false;  // the image below has it
    Real white = 1;

    Real mix(Real below, Real above) const {
        if (is_plain()) return mode == "difference" ? std::fabs(below - above) : mixed(mode, below, above);
        return mixed(mode, below / white, above / white) * white;
    }
    // Of the numbers that a device adds up.
    Real size(Real below, Real above) const {
        if (is_plain() || mode == "multiply")
            return std::max({std::fabs(below), std::fabs(above), std::fabs(below * above / white)});
        const Real b = std::fabs(below / white), s = std::fabs(above / white);
        const Real bend = mode != "softlight"      ? 0
                          : below / white <= 0.25L ? 12 * b * b + 16 * b * b * b
                                                   : b * b;
        return (1 + s) * (1 + b + bend) * white;
    }
    // Whether it knows nothing of white.
    bool is_plain() const {
        return mode == "normal" || mode == "darken" || mode == "lighten" || mode == "difference";
    }
    bool turns() const { return mode == "dodge" || mode == "burn"; }

    Real total(const Mixed& m) const { return m.alpha + m.own * (1 - m.alpha); }

    Real colour(const Mixed& m) const {
        if (m.alpha == 0) return m.below;
        const Real function = m.own != 0 ? mix(m.below, m.above) : m.above;
        const Real mixed = m.own == 1   ? function
                           : m.own == 0 ? m.above
                                        : (1 - m.own) * m.above + m.own * function;
        const Real left = m.own * (1 - m.alpha);
        const Real sum = m.alpha * mixed + (left == 0 ? 0 : left * m.below);
        const Real all = total(m);
        return !alpha ? sum : all > 0 ? sum / all : 0;
    }
};

class Blending {
public:
    explicit Blending(const StageCall& call)
        : base_(call.image(0)),
          top_(as_base(call.image(1), base_.format())),
          mask_(call.if_connected(2)),
          opacity_(call.number("opacity")),
          dst_(exactly(HostImage(base_.format()))) {
        const ImageFormat& format = base_.format();
        blend_ = {word_of(call.values, "mode"), format.has_alpha(), format.white_value()};
        tile_ = truth_of(call.values, "tile");
        doubles_ = real_of(format.pixel) == Pixel::f64;
        const std::string gravity = word_of(call.values, "gravity");
        const auto has = [&](const char* word) { return gravity.find(word) != std::string::npos; };
        x_ = static_cast<std::int64_t>(call.number("x")) + begin(format.width, top_.format().width,
                                                                 has("west")   ? -1
                                                                 : has("east") ? 1
                                                                               : 0);
        y_ = static_cast<std::int64_t>(call.number("y")) + begin(format.height, top_.format().height,
                                                                 has("north")   ? -1
                                                                 : has("south") ? 1
                                                                                : 0);
    }

    Bounded run() {
        for_each_sample(base_.format(), [&](const SamplePlace& p) { sample(p); });
        return std::move(dst_);
    }

private:
    static Bounded as_base(const Bounded& top, const ImageFormat& base) {
        ImageFormat format = top.format();
        const bool same = format.pixel == base.pixel && format.space == base.space &&
                          format.white_value() == base.white_value();
        format.pixel = same ? base.pixel : real_of(base.pixel);
        format.white = base.white_value();
        format.space = base.space;
        format.channels = base.colors() == 1 ? 2 : 4;
        format.grey_alpha = format.channels == 2;
        return bounded_convert(top, format);
    }

    // Half a pixel to the left and up.
    static std::int64_t begin(std::size_t all, std::size_t size, int side) {
        const auto rest = static_cast<std::int64_t>(all) - static_cast<std::int64_t>(size);
        if (side != 0) return side < 0 ? 0 : rest;
        return static_cast<std::int64_t>(std::floor(static_cast<double>(rest) / 2));
    }

    void set(const SamplePlace& p, double expected, double low, double high) {
        set_value(dst_.expected.view(), p.x, p.row, p.channel, expected);
        set_value(dst_.low.view(), p.x, p.row, p.channel, low);
        set_value(dst_.high.view(), p.x, p.row, p.channel, high);
        if (low < high) dst_.exact = false;
    }

    // A channel of the image above, nullopt beside it.
    std::optional<SamplePlace> above(const SamplePlace& p, int channel) const {
        const auto height = static_cast<std::int64_t>(base_.format().height);
        const auto row = static_cast<std::int64_t>(p.row);
        std::int64_t x = static_cast<std::int64_t>(p.x) - x_, y = row % height - y_;
        const auto w = static_cast<std::int64_t>(top_.format().width);
        const auto h = static_cast<std::int64_t>(top_.format().height);
        if (tile_) x = (x % w + w) % w, y = (y % h + h) % h;
        if (x < 0 || y < 0 || x >= w || y >= h) return std::nullopt;
        return SamplePlace{static_cast<std::size_t>(x), static_cast<std::size_t>(row / height * h + y),
                           channel};
    }

    void sample(const SamplePlace& p) {
        const ImageFormat& format = base_.format();
        const bool is_alpha = format.has_alpha() && p.channel == format.colors();
        const auto place = above(p, is_alpha ? top_.format().colors() : p.channel);
        const Ends below = ends_of(base_, p);
        if (!place) {
            set(p, static_cast<double>(below.expected), static_cast<double>(below.low),
                static_cast<double>(below.high));
            return;
        }
        const Ends mask = mask_ == nullptr ? both(1) : scaled(*mask_, {place->x, place->row, 0});
        const Ends alpha = scaled(top_, {place->x, place->row, top_.format().colors()});
        const Ends own = format.has_alpha() ? scaled(base_, {p.x, p.row, format.colors()}) : both(1);
        const Ends over = ends_of(top_, *place);
        const auto result = [&](Real b, Real t, Real o, Real a, Real m) {
            const Mixed mixed{b, t, o, a * opacity_ * m};
            if (!is_alpha) return blend_.colour(mixed);
            return mixed.alpha == 0 ? b : blend_.total(mixed) * blend_.white;
        };
        const Real expected =
            result(below.expected, over.expected, own.expected, alpha.expected, mask.expected);
        Real low = expected, high = expected, least = infinity, size = 0;
        bool numbers = true, vanishes = false;
        for (const Real b : {below.low, below.high})
            for (const Real t : {over.low, over.high})
                for (const Real o : {own.low, own.high})
                    for (const Real a : {alpha.low, alpha.high})
                        for (const Real m : {mask.low, mask.high}) {
                            const Real v = result(b, t, o, a, m);
                            vanishes = vanishes || is_subnormal(a * m) || is_subnormal(a * opacity_ * m);
                            low = std::min(low, v);
                            high = std::max(high, v);
                            least = std::min(least, blend_.total({b, t, o, a * opacity_ * m}));
                            numbers = numbers && std::isfinite(v);
                            const Real covers = std::max<Real>(1, std::fabs(a * opacity_ * m)) *
                                                std::max<Real>(1, std::fabs(o));
                            size = std::max({size, std::fabs(v), blend_.size(b, t) * covers});
                        }
        if (blend_.mode != "normal" && blend_.mode != "multiply" && low < high) {  // it may bend
            const Real apart = high - low;
            low -= apart;
            high += apart;
        }
        // A device may take what is nearly transparent for nothing, and then never sees a NaN above.
        const bool sure = certain({below, over, own, alpha, mask}) && !(vanishes && !numbers);
        numbers = numbers && (sure || !blend_.turns());
        store(p, {expected, low, high}, numbers, least, size, sure);
    }

    // What a device may take for 0.
    bool is_subnormal(Real v) const { return v != 0 && std::fabs(v) < smallest(); }
    Real smallest() const {
        return doubles_ ? std::numeric_limits<double>::min() : std::numeric_limits<float>::min();
    }

    static bool certain(const std::vector<Ends>& list) {
        return std::all_of(list.begin(), list.end(), [](const Ends& e) {
            return e.low == e.high || (std::isnan(e.low) && std::isnan(e.high));
        });
    }

    static Ends scaled(const Bounded& image, const SamplePlace& p) {
        const Real white = image.format().white_value();
        const Ends v = ends_of(image, p);
        return {v.expected / white, v.low / white, v.high / white};
    }

    // A device rounds a few times, of numbers as large as what it mixes; where little is left of alpha, that
    // is much.
    void store(const SamplePlace& p, const Ends& v, bool numbers, Real least, Real size, bool certain) {
        const Pixel pixel = base_.format().pixel;
        const double expected = stored(v.expected, pixel);
        const Real epsilon = std::ldexp(Real{1}, doubles_ ? -52 : -23);
        const Real most = doubles_ ? std::numeric_limits<double>::max() : std::numeric_limits<float>::max();
        const bool huge = std::isfinite(size) && size > most / 16;
        if (numbers && !huge && (!blend_.alpha || least > 1e-3L || certain)) {
            const Real share = blend_.alpha && least > 0 ? std::min<Real>(least, 1) : 1;
            const Real by = v.expected == 0 && size == 0 ? 0 : 8 * epsilon * size / share + 8 * smallest();
            set(p, expected, stored(v.low - by, pixel), stored(v.high + by, pixel));
        } else if (certain && !huge && !std::isfinite(static_cast<double>(v.expected))) {
            set(p, expected, expected, expected);
        } else {
            set(p, expected, is_integer(pixel) ? lowest(pixel) : -infinity,
                is_integer(pixel) ? highest(pixel) : infinity);
        }
    }

    const Bounded& base_;
    Bounded top_;
    const Bounded* mask_;
    Real opacity_;
    Blend blend_;
    bool doubles_ = false, tile_ = false;
    std::int64_t x_ = 0, y_ = 0;
    Bounded dst_;
};

}  // namespace

StageReference blend() {
    return {.image = [](const StageCall& call) -> StageResult { return {Blending(call).run()}; }};
}

}  // namespace sluice::reference::stages
