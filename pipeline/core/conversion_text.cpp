#include "pipeline/core/conversion_text.hpp"

#include "pipeline/core/value.hpp"

namespace sluice {

std::string conversion_text(const ImageFormat& image, const ImageFormat& written) {
    std::string text;
    const auto say = [&](const std::string& what) { text += (text.empty() ? "" : ", ") + what; };
    if (image.space == Space::linear && written.space == Space::encoded)
        say("sRGB-encoded from linear light");
    if (image.space == Space::encoded && written.space == Space::linear) say("decoded to linear light");
    const bool narrower = is_integer(written.pixel) || bytes(written.pixel) < bytes(image.pixel);
    if (!is_integer(image.pixel) && narrower) say("rounded from " + std::string(name(image.pixel)));
    const double white = image.white_value();
    if (white != default_white(image.pixel) && white != written.white_value())
        say("scaled from white " + number_text(white));
    return text;
}

}  // namespace sluice
