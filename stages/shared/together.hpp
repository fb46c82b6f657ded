// Images that become parts of one: in which format they meet.
#pragma once

#include "io/colours.hpp"
#include "pipeline/graph/stage_builder.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace sluice::stages {

constexpr std::size_t most_together = 128;  // images of a list

inline std::vector<ImageFormat> formats_of(const StageInputs& inputs) {
    std::vector<ImageFormat> formats;
    for (const auto& image : inputs.images)
        if (image) formats.push_back(*image);
    return formats;
}

inline bool same_profile(const ImageFormat& a, const ImageFormat& b) {
    return a.profile == b.profile || (a.profile && b.profile && *a.profile == *b.profile);
}
inline bool stays_apart(const ImageFormat& image) { return image.profile && !can_become_srgb(image); }

// Why they have no format in common, or "".
inline std::string cannot_meet(const std::vector<ImageFormat>& images) {
    const ImageFormat& first = images.front();
    for (const ImageFormat& image : images) {
        const std::string both = first.text() + " and " + image.text();
        if (image.layers != first.layers)
            return "its images differ in layers: " + both + "; load page=1 reads one page of a file";
        if (image.space != first.space)
            return "its images differ in encoding, " + both + "; convert space= of one of them first";
        if (image.model != first.model)
            return "its images differ in colour model, " + both + "; convert to=rgb of one of them first";
        if (image.colors() != first.colors() && (image.colors() == 2 || first.colors() == 2))
            return "two channels of data have no colours: " + both;
        if (image.pixel != first.pixel && (is_signed_integer(image.pixel) || is_signed_integer(first.pixel)))
            return "signed integers have no white that others could have: " + both +
                   "; convert pixel= of one of them first";
        if (!same_profile(image, first) && (stays_apart(image) || stays_apart(first)))
            return "its images have different colour profiles, and one of these cannot be converted to "
                   "sRGB: " +
                   both;
    }
    return "";
}

// A pixel type that holds all numbers of both.
inline Pixel wider(Pixel a, Pixel b) {
    if (a == b) return a;
    if (a == Pixel::f64 || b == Pixel::f64) return Pixel::f64;
    const auto halves = [](Pixel v) { return v == Pixel::u8 || v == Pixel::f16; };
    if (is_integer(a) && is_integer(b)) return Pixel::u16;
    return halves(a) && halves(b) ? Pixel::f16 : Pixel::f32;
}

// In colour where one of them is, with alpha where one has it, in a pixel type that holds the numbers of all.
// It has the size of the first. REQUIRES: cannot_meet() is "".
inline ImageFormat common_format(const std::vector<ImageFormat>& images) {
    ImageFormat all = images.front();
    int colors = 0;
    bool alpha = false, one_white = true, one_profile = true;
    for (const ImageFormat& image : images) {
        colors = std::max(colors, image.colors());
        alpha = alpha || image.has_alpha();
        one_white = one_white && image.pixel == images.front().pixel &&
                    image.white_value() == images.front().white_value();
        one_profile = one_profile && same_profile(image, images.front());
        all.pixel = wider(all.pixel, image.pixel);
    }
    if (!one_white) all.white = 0;
    if (!one_profile) all.profile.reset();  // sRGB then
    all.channels = colors + (alpha ? 1 : 0);
    all.grey_alpha = colors == 1 && alpha;
    return all;
}

// All images in that format, and in sRGB where they have different profiles.
inline std::vector<Expansion::Edge> in_common_format(Expansion& e,
                                                     const std::vector<Expansion::Edge>& images) {
    std::vector<ImageFormat> formats;
    formats.reserve(images.size());
    for (const Expansion::Edge& image : images) formats.push_back(e.format(image));
    const ImageFormat all = common_format(formats);
    const auto differs = [&](const ImageFormat& f) {
        return f.pixel != all.pixel || f.channels != all.channels || f.white_value() != all.white_value();
    };
    std::vector<Expansion::Edge> converted;
    for (std::size_t i = 0; i < images.size(); ++i) {
        const ImageFormat& format = formats[i];
        Values how;
        if (differs(format)) how = {{"pixel", value_of(all.pixel)}, {"channels", std::int64_t{all.channels}}};
        if (differs(format) && !is_signed_integer(all.pixel)) how["white"] = all.white_value();
        Expansion::Edge image = images[i];
        const std::string number = std::to_string(i + 1);
        if (format.profile && !all.profile)
            image = e.add("convert", "srgb_" + number, {{"profile", "srgb"}}, {image});
        if (!how.empty()) image = e.add("convert", "image_" + number, how, {image});
        converted.push_back(image);
    }
    return converted;
}

}  // namespace sluice::stages
