#include "io/save_format.hpp"

#include "io/codec_options.hpp"
#include "io/codecs.hpp"
#include "io/colours.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sluice {
namespace {

template <class T>
bool contains(const std::vector<T>& list, const T& item) {
    return std::find(list.begin(), list.end(), item) != list.end();
}

Capabilities held_by(const Codec& codec, const Values& of_format) {
    if (!codec.holds_with) return codec.holds;
    return codec.holds_with({own_options(codec, &Codec::save_options, of_format), false});
}

// The pixel type in which a file of this codec keeps all that `pixel` says, or as much as its format holds of
// values from 0 to white; nullopt for signed numbers, which have no white.
std::optional<Pixel> held_pixel(const Capabilities& holds, Pixel pixel) {
    if (contains(holds.pixels, pixel)) return pixel;
    if (is_integer(pixel) && is_signed(pixel)) return std::nullopt;
    std::vector<Pixel> others;
    if (pixel == Pixel::u8)
        others = {Pixel::u16, Pixel::f16, Pixel::f32};  // halves tell 256 levels of light apart
    else if (pixel == Pixel::u16)
        others = {Pixel::f32, Pixel::u8};
    else
        others = {Pixel::f32, Pixel::u16, Pixel::u8};
    for (const Pixel candidate : others)
        if (contains(holds.pixels, candidate)) return candidate;
    return std::nullopt;
}

// The channels in which it keeps them: the same, or grey spread to R, G and B.
std::optional<int> held_channels(const Capabilities& holds, int channels) {
    if (contains(holds.channels, channels)) return channels;
    if (channels <= 2 && contains(holds.channels, channels + 2)) return channels + 2;
    return std::nullopt;
}

// Whether integers, or floats without a sign, would clip what is meant.
bool clips(const Capabilities& holds, const ImageFormat& image, Pixel pixel) {
    if (is_integer(pixel)) return image.meant_below_zero() || image.meant_above_white();
    return image.meant_below_zero() && !holds.negative;
}

bool held_size(const Capabilities& holds, const ImageFormat& image) {
    return image.width <= holds.max_side && image.height <= holds.max_side;
}

bool holds_as_it_is(const Codec& codec, const ImageFormat& image) {
    return codec.writes() && codec.probe && held_size(codec.holds, image) &&
           contains(codec.holds.pixels, image.pixel) && contains(codec.holds.channels, image.channels) &&
           (codec.holds.data || image.colors() != 2) && (image.layers == 1 || codec.holds.layers) &&
           !clips(codec.holds, image, image.pixel);
}

// ".png or .pgm": formats that hold the image as it is. Three suffice, and for floats one for arrays of data.
std::string elsewhere(const ImageFormat& image) {
    std::vector<std::string> names;
    for (const Codec& codec : codecs())
        if (holds_as_it_is(codec, image) &&
            (names.size() < 3 || (names.size() == 3 && codec.holds.data && !is_integer(image.pixel))))
            names.push_back("." + codec.extensions.front());
    std::string text = names[0];
    for (std::size_t i = 1; i < names.size(); ++i) text += (i + 1 == names.size() ? " or " : ", ") + names[i];
    return text;
}

std::string pixel_words(Pixel pixel) {
    if (is_integer(pixel) && is_signed(pixel)) return "signed numbers (" + std::string(name(pixel)) + ")";
    return std::to_string(8 * bytes(pixel)) + " bits a channel";
}

[[noreturn]] void refuse(const Codec& codec, const std::string& what, const std::string& way_out,
                         const ImageFormat& image, const Wording& how = "") {
    throw Error(Error::Kind::usage, "",
                codec.name + " cannot hold " + what + ": " + (way_out.empty() ? "" : way_out + ", or ") +
                    "save as " + elsewhere(image) + how);
}

[[noreturn]] void refuse_clipping(const Codec& codec, const ImageFormat& image, Pixel pixel) {
    const double white = image.white_value();
    const bool below = image.meant_below_zero(), above = image.meant_above_white() && is_integer(pixel);
    const Pixel clipped = is_integer(pixel) ? pixel : Pixel::u16;
    refuse(codec,
           std::string("numbers ") + (below ? "below 0" : "") + (below && above ? " and " : "") +
               (above ? "above " + number_text(white) : "") + ", which are meant here",
           "bring them into 0 to " + number_text(white) +
               " (standardize: `scale=" + number_text(0.2 * white) + " shift=" + number_text(0.5 * white) +
               "`; minmax: `out=0," + number_text(white) +
               "`), or add `convert pixel=" + std::string(name(clipped)) + "` before save to clip them",
           image, " (batch: " + Remedy{"format"} + ")");
}

std::vector<std::string> all_extensions() {
    std::vector<std::string> names;
    for (const Codec& codec : codecs())
        if (codec.writes()) names.insert(names.end(), codec.extensions.begin(), codec.extensions.end());
    return names;
}

// Numbers that are no pixel values of an image.
bool is_no_code(const ImageFormat& image) {
    return image.model != Model::rgb || image.meant_below_zero() || image.meant_above_white();
}

// Whether light is encoded or decoded on the way to a file.
bool bends(const Capabilities& holds, const ImageFormat& image, const ImageFormat& written) {
    if (holds.as_they_are || image.space == Space::data || is_no_code(image)) return false;
    const Space read = holds.read_as(written);
    return read != Space::data && read != image.space;
}

// A white that a header can say: the maxval of a PNM.
bool is_maxval(double white) { return white == std::floor(white) && white >= 1 && white <= 65535; }

std::string_view words_of(Space space) {
    constexpr std::array<std::string_view, 3> words{"sRGB encoded", "linear light", "plain numbers"};
    return words.at(static_cast<std::size_t>(space));
}

std::string lost(const Codec& codec, const std::string& what, const std::string& remedy) {
    return what + " is lost: " + codec.name + " does not say it; `" + remedy + "` does";
}

}  // namespace

std::vector<std::string> lost_meaning(const Codec& codec, const ImageFormat& image) {
    std::vector<std::string> all;
    const double white = image.white_value();
    const bool says_white = codec.holds.white && is_integer(image.pixel);
    const bool truths = codec.holds.as_they_are && image.pixel == Pixel::u8 && white == 1;
    if (white != default_white(image.pixel) && !says_white && !truths)
        all.push_back(lost(codec, "its white of " + number_text(white),
                           "convert white=" + number_text(white) + " scale=none"));
    const Space read = profile_of_light(codec, image) ? image.space : codec.holds.read_as(image);
    if (read != image.space && (read == Space::linear || image.space == Space::linear))
        all.push_back(lost(codec,
                           "that its numbers are " + std::string(words_of(image.space)) + ", and not " +
                               std::string(words_of(read)) + ",",
                           "load space=" + std::string(name(image.space))));
    if (image.model != Model::rgb)
        all.push_back("that its colours are " + std::string(name(image.model)) + " is lost: " + codec.name +
                      " does not say it");
    return all;
}

std::optional<ColourProfile> profile_of_light(const Codec& codec, const ImageFormat& image) {
    if (codec.holds.floats != Capabilities::Floats::profiled || is_integer(image.pixel)) return std::nullopt;
    if (image.space == Space::data || image.model != Model::rgb) return std::nullopt;
    if (image.space == Space::encoded && is_no_code(image)) return std::nullopt;
    try {
        return standard_profile(StandardColours::srgb, image.colors() == 1, image.space);
    } catch (const Error&) {  // without Little CMS
        return std::nullopt;
    }
}

bool can_write(std::string_view extension) {
    const Codec* codec = codec_of_extension(extension);
    return codec != nullptr && codec->writes();
}

bool lacks_alpha(std::string_view extension, const ImageFormat& image, const Values& of_format) {
    const Codec* codec = codec_of_extension(extension);
    if (codec == nullptr || !codec->writes() || !image.has_alpha()) return false;
    const Capabilities holds = held_by(*codec, of_format);
    return !held_channels(holds, image.channels) && held_channels(holds, image.channels - 1);
}

std::string cannot_write(std::string_view extension) {
    const Codec* codec = codec_of_extension(extension);
    std::string what;
    if (codec != nullptr)
        what = "sluice cannot write " + codec->name +
               (codec->missing.empty() ? "" : ", for it was built without " + codec->missing);
    else if (extension.empty())
        what = "the name has no extension that tells the format, such as .png";
    else
        what = in_quotes(extension) + " is no format that sluice writes" +
               did_you_mean(std::string(extension), all_extensions());
    return what + "; it writes " + writable_extensions();
}

ImageFormat writable(std::string_view extension, const ImageFormat& image, const Values& of_format) {
    const Codec* codec = codec_of_extension(extension);
    if (codec == nullptr || !codec->writes()) throw Error(Error::Kind::usage, "", cannot_write(extension));
    const Capabilities holds = held_by(*codec, of_format);
    ImageFormat result = image;
    result.order = Order::rgb;

    if (image.layers != 1 && !holds.layers)
        refuse(*codec, std::to_string(image.layers) + " layers", "", image);
    if (!held_size(holds, image))
        refuse(*codec,
               std::to_string(image.width) + "x" + std::to_string(image.height) + " pixels (at most " +
                   std::to_string(holds.max_side) + " a side)",
               "", image);

    if (image.model != Model::rgb && !(contains(holds.pixels, Pixel::f32) && holds.negative))
        throw Error(Error::Kind::usage, "",
                    codec->name + " is for red, green and blue, not for " + std::string(name(image.model)) +
                        ": add `convert to=rgb` before save, or save as .npy, .tif or .pfm");
    if (image.colors() == 2 && !holds.data) refuse(*codec, "two channels of data", "", image);
    const std::optional<int> channels = held_channels(holds, image.channels);
    if (!channels && image.has_alpha() && held_channels(holds, image.channels - 1))
        refuse(*codec, "alpha", "add `flatten white`, or another colour, before save", image);
    if (!channels) refuse(*codec, "colours", "add `convert channels=1` before save", image);
    result.channels = *channels;
    result.grey_alpha = image.grey_alpha && *channels == 2;

    const std::optional<Pixel> pixel = held_pixel(holds, image.pixel);
    if (!pixel) {
        const Pixel deepest = holds.pixels.back();
        refuse(*codec, pixel_words(image.pixel),
               "add `convert pixel=" + std::string(name(deepest)) + "` before save", image);
    }
    result.pixel = *pixel;
    if (clips(holds, image, *pixel)) refuse_clipping(*codec, image, *pixel);

    // What a float means is what its reader takes it for: nothing is scaled or encoded but for HDR.
    const bool whole_white = holds.white && is_maxval(image.white_value());
    const bool floats = !is_integer(result.pixel) && holds.floats != Capabilities::Floats::linear;
    const bool white_kept = result.pixel == image.pixel && (whole_white || floats || holds.as_they_are);
    if (!white_kept && (result.pixel != image.pixel || image.white_value() != default_white(image.pixel)))
        result.white = 0;
    if (bends(holds, image, result)) result.space = holds.read_as(result);
    return result;
}

}  // namespace sluice
