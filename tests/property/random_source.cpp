#include "tests/property/random_source.hpp"

#include "tests/property/random_value.hpp"

#include <cmath>

namespace sluice::property {
namespace {

using reference::Random;

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

SourceImage random_source(Random& random, const std::string& id, const ImageFormat& size) {
    SourceImage source = random_source(random, id);
    source.format.width = size.width;
    source.format.height = size.height;
    source.format.layers = size.layers;
    return source;
}

SourceImage random_source_of(Random& random, const std::string& id, const ImageFormat& format) {
    SourceImage source{id, format, {}, {}};
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

}  // namespace sluice::property
