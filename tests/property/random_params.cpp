#include "tests/property/random_params.hpp"

#include "pipeline/core/value.hpp"
#include "pipeline/sluice/plan.hpp"

#include <algorithm>
#include <cmath>

namespace sluice::property {
namespace {

using reference::Random;

bool chance(Random& random, double p) { return random.uniform() < p; }

template <class T>
const T& pick(Random& random, const std::vector<T>& list) {
    return list[static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(list.size()) - 1))];
}

Pixel random_pixel(Random& random) {
    // What pictures are made of comes more often.
    return pick<Pixel>(random, {Pixel::u8, Pixel::u8, Pixel::u8, Pixel::u16, Pixel::u16, Pixel::f32,
                                Pixel::f32, Pixel::i8, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f64});
}

// A white that files of this type have, beside the usual one; 0 where there is none.
double random_white(Random& random, Pixel pixel) {
    switch (pixel) {
        case Pixel::u8: return pick<double>(random, {240, 100});
        case Pixel::u16: return pick<double>(random, {1023, 4095});
        case Pixel::f16:
        case Pixel::f32:
        case Pixel::f64: return pick<double>(random, {255, 100, 2});
        default: return 0;
    }
}

std::string number(double v) { return number_text(v); }
std::string number(std::size_t v) { return std::to_string(v); }
template <class T>
std::string list(const std::vector<T>& numbers) {
    std::string text;
    for (const T& v : numbers) text += (text.empty() ? "" : ",") + number(v);
    return text;
}

double two_decimals(double v) { return std::round(v * 100) / 100; }

// Somewhere in the range of code values, up to a fifth outside of it.
double code_value(Random& random, const ImageFormat& format, double outside = 0.2) {
    const double low = format.range_low(), high = format.range_high();
    const double v = low - outside * (high - low) + random.uniform() * (1 + 2 * outside) * (high - low);
    return is_integer(format.pixel) ? std::round(v) : two_decimals(v);
}

// Ends of a range are fractions now and then.
double end_of_range(Random& random, const ImageFormat& format) {
    Random aside = random;  // so that seeds keep the rest of their graphs
    const double v = code_value(random, format);
    return is_integer(format.pixel) && chance(aside, 0.3) ? v + two_decimals(aside.uniform()) : v;
}

std::string region(Random& random, const ImageFormat& src, Rect* chosen = nullptr) {
    const auto part = [&](std::size_t size) {
        const auto from = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(size) - 1));
        const auto left = static_cast<std::int64_t>(size - from);
        return std::pair(from, static_cast<std::size_t>(random.between(chance(random, 0.05) ? 0 : 1, left)));
    };
    const auto [x, width] = part(src.width);
    const auto [y, height] = part(src.height);
    if (chosen != nullptr) *chosen = {x, y, width, height};
    return list<std::size_t>({x, y, width, height});
}

Params convert_params(Random& random, const ImageFormat& src) {
    Params params;
    Pixel pixel = src.pixel;
    if (chance(random, 0.65)) {
        pixel = random_pixel(random);
        params.emplace_back("pixel", name(pixel));
    }
    if (chance(random, 0.35)) params.emplace_back("channels", std::to_string(random.between(1, 4)));
    if (chance(random, 0.25))
        params.emplace_back("space",
                            pick<std::string>(random, {"linear", "encoded", "encoded", "linear", "data"}));
    if (chance(random, 0.15))
        params.emplace_back("scale", pick<std::string>(random, {"none", "none", "white"}));
    const double white = random_white(random, pixel);
    if (white > 0 && chance(random, 0.1)) params.emplace_back("white", number(white));
    if (params.size() > 1 && is_integer(pixel) && !is_integer(src.pixel)) params.emplace_back("warn", "true");
    return params;
}

// Of the modes that stretch a range; percentiles take the place of `in`.
Params minmax_params(Random& random, const ImageFormat& src, const ImageFormat& dst, bool percentile) {
    Params params;
    if (percentile) {
        params.emplace_back("low", number(two_decimals(20 * random.uniform())));
        params.emplace_back("high", number(two_decimals(80 + 20 * random.uniform())));
    }
    if (chance(random, 0.25)) {
        params.emplace_back("out", list<double>({end_of_range(random, dst), end_of_range(random, dst)}));
    }
    if (!percentile && chance(random, 0.15)) {
        const double a = end_of_range(random, src), b = end_of_range(random, src);
        params.emplace_back("in", list<double>({std::min(a, b), std::max(a, b)}));
    }
    if (!percentile && chance(random, 0.15)) params.emplace_back("clamp", "false");
    if (chance(random, 0.3))
        params.emplace_back("constant", pick<std::string>(random, {"keep", "low", "mid", "zero"}));
    if (chance(random, 0.15)) params.emplace_back("strength", number(two_decimals(random.uniform())));
    if (chance(random, 0.15)) params.emplace_back("independence", number(two_decimals(random.uniform())));
    if (chance(random, 0.15)) params.emplace_back("space", pick<std::string>(random, {"linear", "encoded"}));
    return params;
}

// Of groups that are normalized, each for itself.
std::int64_t groups(const ImageFormat& src, const std::string& group, const std::string& alpha) {
    const bool each = group != "joint" && (group != "luma" || src.colors() == 1);
    const bool beside = src.has_alpha() && alpha == "include" && group != "joint";
    return (each ? src.colors() : 1) + (beside ? 1 : 0);
}

Params standardize_params(Random& random, const ImageFormat& src, std::int64_t groups) {
    Params params;
    const auto given = [&](const std::string& name, double least) {
        std::vector<double> numbers;
        for (std::int64_t i = chance(random, 0.5) ? groups : 1; i > 0; --i)
            numbers.push_back(two_decimals((least + random.uniform()) * src.white_value()));
        params.emplace_back(name, list(numbers));
    };
    if (chance(random, 0.2)) {
        std::vector<std::string> presets{"none", "inception"};
        if (groups == 3 && src.colors() == 3) presets.emplace_back("imagenet");
        params.emplace_back("preset", pick(random, presets));
    } else {
        if (chance(random, 0.2)) given("mean", 0);
        if (chance(random, 0.2)) given("std", 0.1);
    }
    if (chance(random, 0.3)) params.emplace_back("scale", number(two_decimals(3 * random.uniform())));
    if (chance(random, 0.3)) params.emplace_back("shift", number(two_decimals(random.uniform())));
    if (chance(random, 0.3)) params.emplace_back("epsilon", number(two_decimals(random.uniform())));
    if (chance(random, 0.3)) params.emplace_back("ddof", "1");
    return params;
}

// A mode that takes this pixel type, of those that were there when the seeds got their graphs.
std::string random_mode(Random& random, const ImageFormat& src) {
    const std::string mode = pick<std::string>(random, {"minmax", "percentile", "standardize", "equalize"});
    return mode == "equalize" && src.pixel != Pixel::u8 && src.pixel != Pixel::u16 ? "minmax" : mode;
}

Params grayworld_params(Random& random, const ImageFormat& src) {
    Params params{{"mode", "grayworld"}};
    if (chance(random, 0.7))
        params.emplace_back("saturation_threshold", number(two_decimals(random.uniform())));
    if (chance(random, 0.3)) params.emplace_back("alpha", pick<std::string>(random, {"exclude", "visible"}));
    if (chance(random, 0.15)) params.emplace_back("region", region(random, src));
    return params;
}

Params clahe_params(Random& random, const ImageFormat& src) {
    Params params{{"mode", "clahe"}};
    const auto tiles = [&] { return static_cast<std::size_t>(random.between(1, 5)); };
    const std::size_t across = tiles(), down = tiles();
    const bool fits = src.width % across == 0 && src.height % down == 0;
    const bool reflects = across - src.width % across < src.width && down - src.height % down < src.height;
    params.emplace_back("tiles", fits || reflects ? list<std::size_t>({across, down}) : "1,1");
    if (chance(random, 0.5)) params.emplace_back("clip_limit", number(two_decimals(10 * random.uniform())));
    if (chance(random, 0.4)) params.emplace_back("group", pick<std::string>(random, {"channel", "luma"}));
    if (chance(random, 0.3)) params.emplace_back("alpha", pick<std::string>(random, {"exclude", "include"}));
    return params;
}

Params normalize_params(Random& random, const ImageFormat& src) {
    const std::string mode = random_mode(random, src);
    Params params;
    if (mode != "minmax" || chance(random, 0.3)) params.emplace_back("mode", mode);
    std::string group, alpha;
    if (chance(random, 0.4)) group = pick<std::string>(random, {"channel", "joint", "luma"});
    if (chance(random, 0.3)) alpha = pick<std::string>(random, {"exclude", "include", "visible"});
    if (!group.empty()) params.emplace_back("group", group);
    if (!alpha.empty()) params.emplace_back("alpha", alpha);
    if (chance(random, 0.15)) params.emplace_back("region", region(random, src));
    Params own;
    if (mode == "equalize") {
        if (chance(random, 0.3)) own.emplace_back("bins", src.pixel == Pixel::u8 ? "256" : "65536");
    } else {
        ImageFormat dst = src;
        if (chance(random, 0.25)) {
            dst.pixel = random_pixel(random);
            if (dst.pixel != src.pixel) dst.white = 0;
            params.emplace_back("pixel", name(dst.pixel));
        }
        own = mode == "standardize" ? standardize_params(random, src, groups(src, group, alpha))
                                    : minmax_params(random, src, dst, mode == "percentile");
    }
    params.insert(params.end(), own.begin(), own.end());
    Random aside = random;  // so that seeds keep the rest of their graphs
    if (src.colors() == 3 && chance(aside, 0.2)) return grayworld_params(aside, src);
    if ((src.pixel == Pixel::u8 || src.pixel == Pixel::u16) && chance(aside, 0.12))
        return clahe_params(aside, src);
    return params;
}

Params reduce_params(Random& random, const ImageFormat& src) {
    Params params;
    std::string quantities;
    bool bins = false;
    for (const std::string& quantity : builtin_stages().find("reduce")->param("quantities")->choices) {
        if (!chance(random, 0.3)) continue;
        quantities += (quantities.empty() ? "" : ",") + quantity;
        bins = bins || quantity == "histogram";
    }
    if (!quantities.empty()) params.emplace_back("quantities", quantities);
    if (chance(random, 0.4))
        params.emplace_back("group", pick<std::string>(random, {"channel", "joint", "luma"}));
    if (chance(random, 0.4))
        params.emplace_back("alpha", pick<std::string>(random, {"exclude", "include", "visible", "report"}));
    Rect area{0, 0, src.width, src.height};
    if (chance(random, 0.2)) params.emplace_back("region", region(random, src, &area));
    if (bins && chance(random, 0.5)) params.emplace_back("bins", std::to_string(random.between(1, 300)));
    if (bins && chance(random, 0.4)) {
        const double a = code_value(random, src), b = code_value(random, src);
        if (a != b) params.emplace_back("range", list<double>({std::min(a, b), std::max(a, b)}));
    }
    Random aside = random;  // so that seeds keep the rest of their graphs
    if (chance(aside, 0.2) && area.width > 0 && area.height > 0) {
        const auto some = [&](std::size_t size) {
            return static_cast<std::size_t>(
                aside.between(1, static_cast<std::int64_t>(std::min<std::size_t>(size, 5))));
        };
        const std::size_t across = some(area.width), down = some(area.height);
        params.emplace_back("tiles", list<std::size_t>({across, down}));
    }
    return params;
}

void random_values(Random& random, SourceImage& source) {
    const ImageFormat& format = source.format;
    reference::RandomOptions& options = source.random;
    options.seed = random.bits() >> 40;
    if (format.has_alpha() && chance(random, 0.6)) options.transparent = 0.3;
    const double low = is_integer(format.pixel) ? lowest(format.pixel) : 0;
    const double high = format.white_value();
    if (chance(random, 0.1)) {
        source.constant = is_integer(format.pixel) ? std::round(low + random.uniform() * (high - low))
                                                   : two_decimals(random.uniform() * high);
    } else if (chance(random, 0.5)) {  // little contrast
        const double from = low + random.uniform() * (high - low),
                     to = from + random.uniform() * (high - from);
        options.range = is_integer(format.pixel) ? std::array{std::floor(from), std::floor(to)}
                                                 : std::array{two_decimals(from), two_decimals(to)};
    } else if (!is_integer(format.pixel) && chance(random, 0.3)) {  // far outside of 0..white
        options.range = std::array{-3 * high, 5 * high};
    }
    if (is_integer(format.pixel)) return;
    options.nan = chance(random, 0.2);
    options.inf = chance(random, 0.2);
    options.denormal = chance(random, 0.1);
    options.huge = chance(random, 0.05);
}

}  // namespace

SourceImage random_source(Random& random, const std::string& id) {
    SourceImage source;
    source.id = id;
    ImageFormat& format = source.format;
    const auto size = [&](std::int64_t most) { return static_cast<std::size_t>(random.between(1, most)); };
    const double kind = random.uniform();
    format.width = kind < 0.1 ? 1 : kind < 0.2 ? size(700) : size(70);
    format.height = kind < 0.05 ? 1 : kind < 0.1 ? size(40) : kind < 0.2 ? 1 + size(3) : size(40);
    format.channels = static_cast<int>(random.between(1, 4));
    format.grey_alpha = format.channels == 2;
    format.pixel = random_pixel(random);
    if (chance(random, 0.1)) format.white = random_white(random, format.pixel);
    if (chance(random, 0.2)) format.space = pick<Space>(random, {Space::linear, Space::linear, Space::data});
    if (chance(random, 0.1)) format.order = Order::bgr;
    if (chance(random, 0.08)) format.layers = size(3);
    random_values(random, source);
    return source;
}

SourceImage random_mask_source(Random& random, const std::string& id, const ImageFormat& image) {
    SourceImage source;
    source.id = id;
    source.format = image;
    source.format.order = Order::rgb;
    source.format.white = 0;
    source.format.space = Space::data;
    source.format.channels = chance(random, 0.7) ? 1 : image.channels;
    source.format.grey_alpha = source.format.channels == 2;
    source.format.pixel = chance(random, 0.7) ? Pixel::u8 : random_pixel(random);
    source.random.seed = random.bits() >> 40;
    if (is_integer(source.format.pixel))
        source.random.range = std::array{0.0, 1.0 + std::floor(3 * random.uniform())};
    source.random.denormal = true;  // of floats: zeros of both signs among others
    return source;
}

std::string random_stage(Random& random) {
    return pick<std::string>(random, {"convert", "convert", "convert", "normalize", "normalize", "gamma",
                                      "gamma", "invert", "invert", "reduce"});
}

Params random_params(Random& random, const std::string& stage, const ImageFormat& src) {
    if (stage == "gamma") return {{"exponent", number(two_decimals(0.3 + 2.5 * random.uniform()))}};
    if (stage == "convert") {
        Params params;
        while (params.empty()) params = convert_params(random, src);
        return params;
    }
    if (stage == "normalize") return normalize_params(random, src);
    if (stage == "reduce") return reduce_params(random, src);
    return {};
}

}  // namespace sluice::property
