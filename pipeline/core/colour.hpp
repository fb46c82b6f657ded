// Colours and code values as users give them, which mean the same in images of every depth.
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

// Red, green, blue from 0 to 255, sRGB encoded, and alpha from 0 to 1.
using CssColour = std::array<double, 4>;

// What CSS takes: the 148 names and transparent, #rgb, #rgba, #rrggbb, #rrggbbaa, rgb(255, 128, 0),
// rgb(50% 0% 0% / 25%), rgba(...). Nothing for any other text, and where a number is out of its range.
SLUICE_API std::optional<CssColour> css_colour(std::string_view text);
// " (did you mean 'white'?)", or "".
std::string did_you_mean_colour(const std::string& word);

// Numbers in code values, of which those that were written as percentages are parts of white.
class SLUICE_API CodeValues {
public:
    CodeValues(std::vector<double> numbers = {}) : written_(std::move(numbers)) {}
    // What convert() gives: numbers, or a text of numbers and percentages with commas.
    explicit CodeValues(Value written) : written_(std::move(written)) {}

    std::size_t size() const { return in(1).size(); }
    std::vector<double> in(double white) const;
    const Value& written() const { return written_; }

private:
    Value written_;
};

// One of them.
class SLUICE_API CodeValue {
public:
    CodeValue(double number = 0) : written_(number) {}
    explicit CodeValue(Value written) : written_(std::move(written)) {}

    double in(double white) const;
    const Value& written() const { return written_; }

private:
    Value written_;
};

// A colour: code values, one for all colours of an image or one for each, perhaps one more for alpha; or a
// colour of CSS.
class SLUICE_API Colour {
public:
    Colour(std::vector<double> numbers) : written_(std::move(numbers)) {}
    explicit Colour(Value written) : written_(std::move(written)) {}

    // As code values of such an image. A colour of CSS has one number for each channel: luma of grey images,
    // linear light of linear ones.
    std::vector<double> in(const ImageFormat& image) const;
    // Why such an image has no such colour, or "".
    std::string fault(const ImageFormat& image) const;
    bool is_css() const { return css().has_value(); }
    double alpha() const;  // of CSS, from 0 to 1; 1 of code values
    const Value& written() const { return written_; }

private:
    std::optional<CssColour> css() const;

    Value written_;
};

}  // namespace sluice
