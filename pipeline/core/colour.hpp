// Colours and pixel values as users write them. A colour or a percentage is the same at every bit depth.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/value.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {

// Red, green and blue from 0 to 255, in sRGB, and alpha from 0 to 1.
using CssColour = std::array<double, 4>;

// Parses a CSS colour: one of the 148 names or `transparent`, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(255, 128,
// 0), rgb(50% 0% 0% / 25%), rgba(...). Returns nothing for any other text, or if a number is out of range.
SLUICE_API std::optional<CssColour> css_colour(std::string_view text);
// " (did you mean 'white'?)", or "".
std::string did_you_mean_colour(const std::string& word);

// Pixel values. Some may be written as percentages of white.
class SLUICE_API CodeValues {
public:
    CodeValues(std::vector<double> numbers = {}) : written_(std::move(numbers)) {}
    // `written`: a result of convert(), which is numbers, or a text of numbers and percentages with commas.
    explicit CodeValues(Value written) : written_(std::move(written)) {}

    std::size_t size() const { return in(1).size(); }
    std::vector<double> in(double white) const;
    const Value& written() const { return written_; }

private:
    Value written_;
};

// One pixel value.
class SLUICE_API CodeValue {
public:
    CodeValue(double number = 0) : written_(number) {}
    explicit CodeValue(Value written) : written_(std::move(written)) {}

    double in(double white) const;
    const Value& written() const { return written_; }

private:
    Value written_;
};

// A colour: a CSS colour, or pixel values. These are one number for all colour channels or one for each, and
// optionally one for alpha.
class SLUICE_API Colour {
public:
    Colour(std::vector<double> numbers) : written_(std::move(numbers)) {}
    explicit Colour(Value written) : written_(std::move(written)) {}

    // The pixel values in an image of this format. For a CSS colour, there is one per channel: the luma for a
    // grey image, linear light for an image of linear light.
    std::vector<double> in(const ImageFormat& image) const;
    // Why an image of this format cannot have the colour, or "".
    std::string fault(const ImageFormat& image) const;
    bool is_css() const { return css().has_value(); }
    double alpha() const;  // of a CSS colour, from 0 to 1; 1 for pixel values
    const Value& written() const { return written_; }

private:
    std::optional<CssColour> css() const;

    Value written_;
};

}  // namespace sluice
