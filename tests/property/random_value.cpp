#include "tests/property/random_value.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace sluice::property {
namespace {

using reference::Random;

// Between two positive numbers, as often in each octave.
double by_octaves(Random& random, double low, double high) {
    return low * std::exp2(random.uniform() * std::log2(high / low));
}

// Somewhere in the range of code values, up to a fifth outside of it; of integers a fraction now and then.
double code_value(Random& random, const ImageFormat& image) {
    const double low = image.range_low(), high = image.range_high(), outside = 0.2;
    const double v = low - outside * (high - low) + random.uniform() * (1 + 2 * outside) * (high - low);
    return is_integer(image.pixel) && !chance(random, 0.2) ? std::round(v) : two_decimals(v);
}

// What a declaration says of its numbers. Limits that come from the type which holds the parameter are none.
class Numbers {
public:
    Numbers(const ParamDecl& param, const ImageFormat& image)
        : image_(image),
          unit_(param.unit),
          list_(param.type == ParamType::numbers),
          whole_(param.whole || param.type == ParamType::integer) {
        constexpr double far = std::numeric_limits<std::int32_t>::max();
        if (param.low && *param.low > -far) low_ = *param.low;
        if (param.high && *param.high < far) high_ = *param.high;
        const auto* number = std::get_if<double>(&param.standard);
        const auto* whole = std::get_if<std::int64_t>(&param.standard);
        if (number != nullptr) standard_ = *number;
        if (whole != nullptr) standard_ = static_cast<double>(*whole);
        has_standard_ = number != nullptr || whole != nullptr;
    }

    double one(Random& random) const {
        double v = anywhere(random);
        for (int tries = 0; tries < 3 && (v < low_ || v > high_); ++tries) v = anywhere(random);
        v = std::clamp(v, low_, high_);
        if (whole_) return std::round(v);
        const double short_ = v < 1 ? std::round(v * 1000) / 1000 : two_decimals(v);
        return std::clamp(short_, low_, high_);
    }

private:
    bool bounded() const { return std::isfinite(low_) && std::isfinite(high_); }

    double anywhere(Random& random) const {
        if (unit_ == "px") return length(random);
        if (bounded() && high_ - low_ <= (whole_ ? 16 : 0)) return low_ + random.uniform() * (high_ - low_);
        if (chance(random, 0.1)) return std::isfinite(low_) ? low_ : standard_;
        if (chance(random, 0.1)) return std::isfinite(high_) ? high_ : standard_;
        if (whole_) return count(random);
        if (bounded() && (low_ <= 0 || high_ / low_ < 100)) return low_ + random.uniform() * (high_ - low_);
        if (bounded() || (has_standard_ && chance(random, 0.5))) return near_standard(random);
        return chance(random, 0.25) ? white(random) : code_value(random, image_);
    }

    // Few, or about as many as by default.
    double count(Random& random) const {
        if (standard_ >= 16) return by_octaves(random, standard_ / 8, standard_ * 2);
        return (std::isfinite(low_) ? low_ : 0) + static_cast<double>(random.between(0, 4));
    }

    double near_standard(Random& random) const {
        if (standard_ > 0) return by_octaves(random, standard_ / 8, standard_ * 8);
        return standard_ + (random.uniform() - (low_ == standard_ ? 0.0 : 0.5)) * 2;
    }

    double white(Random& random) const {
        for (;;)
            if (const double white = random_white(random, random_pixel(random)); white > 0) return white;
    }

    // Up to twice as long as the image; of what is no whole number of pixels, such as a blur, a few.
    double length(Random& random) const {
        const auto longest =
            static_cast<double>(std::min<std::size_t>(std::max(image_.width, image_.height), 60));
        if (!whole_) return by_octaves(random, std::max(low_, 0.3), std::max(6.0, low_ * 2));
        return static_cast<double>(random.between(list_ && low_ < 0 ? -static_cast<std::int64_t>(longest) : 1,
                                                  static_cast<std::int64_t>(2 * longest)));
    }

    const ImageFormat& image_;
    std::string unit_;
    bool list_, whole_, has_standard_;
    double low_ = -std::numeric_limits<double>::infinity(), high_ = std::numeric_limits<double>::infinity();
    double standard_ = 0;
};

// x, y, width, height of a part of the image; empty now and then.
std::vector<double> rectangle(Random& random, const ImageFormat& image) {
    const auto part = [&](std::size_t size) {
        const std::size_t from = random_index(random, size);
        const auto left = static_cast<std::int64_t>(size - from);
        return std::pair(static_cast<double>(from),
                         static_cast<double>(random.between(chance(random, 0.05) ? 0 : 1, left)));
    };
    const auto [x, width] = part(image.width);
    const auto [y, height] = part(image.height);
    return {x, y, width, height};
}

// Some of them, one after the other.
std::vector<double> rectangles(Random& random, const ImageFormat& image) {
    std::vector<double> list;
    for (std::int64_t left = random.between(1, 3); left > 0; --left)
        for (const double v : rectangle(random, image))
            list.push_back(chance(random, 0.7) ? v : two_decimals(v + 2 * random.uniform()));
    return list;
}

// About what it is by default, such as a matrix that changes nothing.
std::vector<double> near_list(Random& random, const ParamDecl& param, std::vector<double> list) {
    for (double& v : list)
        if (chance(random, 0.8))
            v = std::clamp(two_decimals(v + random.uniform() - 0.5), param.low.value_or(v - 1),
                           param.high.value_or(v + 1));
    return list;
}

std::vector<double> numbers(Random& random, const ParamDecl& param, const ImageFormat& image) {
    if (param.whole && param.unit == "px" && param.min_count == 4 && param.max_count == 4)
        return rectangle(random, image);
    if (param.rows && param.unit == "px" && param.max_count % 4 == 0) return rectangles(random, image);
    const auto* standard = std::get_if<std::vector<double>>(&param.standard);
    if (standard != nullptr && standard->size() > 1 && chance(random, 0.7))
        return near_list(random, param, *standard);
    const auto least = static_cast<std::int64_t>(param.min_count);
    const std::int64_t most = param.max_count > 0 ? static_cast<std::int64_t>(param.max_count) : least + 3;
    std::vector<double> list(
        static_cast<std::size_t>(random.between(std::max<std::int64_t>(least, 1), most)));
    const Numbers any(param, image);
    for (double& v : list) v = any.one(random);
    if (chance(random, 0.6)) std::sort(list.begin(), list.end());  // many a list is a low and a high
    return list;
}

std::string word(Random& random, const std::vector<std::string>& choices) {
    const bool pixels = std::all_of(choices.begin(), choices.end(),
                                    [](const std::string& choice) { return from_name<Pixel>(choice); });
    for (; pixels;)
        if (const std::string pixel(name(random_pixel(random)));
            std::find(choices.begin(), choices.end(), pixel) != choices.end())
            return pixel;
    return pick(random, choices);
}

std::vector<std::string> words(Random& random, const std::vector<std::string>& choices) {
    std::vector<std::string> some;
    for (const std::string& choice : choices)
        if (chance(random, 0.3)) some.push_back(choice);
    if (some.empty()) some.push_back(pick(random, choices));
    return some;
}

}  // namespace

bool chance(Random& random, double p) { return random.uniform() < p; }

std::size_t random_index(Random& random, std::size_t count) {
    return static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(count) - 1));
}

double two_decimals(double v) { return std::round(v * 100) / 100; }

Pixel random_pixel(Random& random) {
    return pick<Pixel>(random, {Pixel::u8, Pixel::u8, Pixel::u8, Pixel::u16, Pixel::u16, Pixel::f32,
                                Pixel::f32, Pixel::i8, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f64});
}

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

std::optional<Value> random_value(Random& random, const ParamDecl& param, const ImageFormat& image) {
    if (!param.keywords.empty() && chance(random, 0.1)) return pick(random, param.keywords);
    switch (param.type) {
        case ParamType::boolean: {
            const auto* standard = std::get_if<bool>(&param.standard);
            return standard == nullptr ? chance(random, 0.5) : !*standard;
        }
        case ParamType::integer: return static_cast<std::int64_t>(Numbers(param, image).one(random));
        case ParamType::number: return Numbers(param, image).one(random);
        case ParamType::numbers:
        case ParamType::color: return numbers(random, param, image);
        case ParamType::choice: return word(random, param.choices);
        case ParamType::choices: return words(random, param.choices);
        case ParamType::text:
            if (!param.examples.empty()) return pick(random, param.examples);
            return std::nullopt;
        case ParamType::path: return std::nullopt;
    }
    return std::nullopt;
}

Value between(const Value& value, const Value& other, double part) {
    const auto mix = [&](double a, double b) { return a + (b - a) * part; };
    const auto *number = std::get_if<double>(&value), *other_number = std::get_if<double>(&other);
    if (number != nullptr && other_number != nullptr) return mix(*number, *other_number);
    const auto *list = std::get_if<std::vector<double>>(&value),
               *other_list = std::get_if<std::vector<double>>(&other);
    if (list == nullptr || other_list == nullptr || other_list->empty()) return other;
    std::vector<double> mixed;
    for (std::size_t i = 0; i < list->size(); ++i)
        mixed.push_back(mix((*list)[i], (*other_list)[i % other_list->size()]));
    return mixed;
}

}  // namespace sluice::property
