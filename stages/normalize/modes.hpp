// What the modes of normalize share: its parameters, and what each mode becomes.
#pragma once

#include "pipeline/graph/stage_builder.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sluice::stages {

using GivenValues = std::optional<CodeValues>;

struct Normalize {
    std::string mode = "minmax";
    GivenValues out, in;
    bool clamp = true;
    double low = 1, high = 99;
    GivenValues mean, std;
    std::string preset = "none";
    int ddof = 0;
    double epsilon = 0, scale = 1, shift = 0;
    double saturation_threshold = 0.9;
    std::optional<std::int64_t> bins;
    double clip_limit = 40;
    Grid tiles{8, 8};
    std::optional<Group> group;
    std::string constant = "keep";
    AlphaRule alpha = AlphaRule::visible;
    double strength = 1;
    double independence = 1;
    std::optional<Space> space;
    std::optional<Pixel> pixel;
    std::optional<Rect> region;
    std::string file = "none";
    std::string stretch = "linear";
    std::optional<double> lift;
    double smoothing = 1;
    std::optional<double> cut;

    bool is(const char* name) const { return mode == name; }
    bool equalizes() const { return is("equalize") || is("clahe"); }
    bool counts_levels() const { return equalizes() || is("match"); }
    bool smooths() const { return smoothing > 1; }
    // Whether minmax or standardize measure anything: a range, or mean and deviation, may be given.
    bool measures() const { return !in && !(is("standardize") && (preset != "none" || (mean && std))); }
    bool lifts() const { return stretch != "linear"; }
    Group grouping() const { return group.value_or(equalizes() ? Group::luma : Group::channel); }
    bool luma(const ImageFormat& src) const { return grouping() == Group::luma && src.colors() == 3; }
};

// Why these parameters do not go together, or "".
std::string wrong_options(const Normalize& p);
// Why this image cannot be taken, or "".
Wording refuse_image(const Normalize& p, const StageInputs& inputs);
Wording refuse_match(const Normalize& p, const StageInputs& inputs);

// What was measured, averaged over frames where this is asked for.
Expansion::Edge smoothed(const Normalize& p, Expansion& e, const std::string& name,
                         const std::vector<std::optional<Expansion::Edge>>& measured, bool doubles);
// What a Reduce of a mode counts.
Values counted(const Normalize& p, Group group);
// In pixel values of an image; none where none are given.
inline std::vector<double> given(const GivenValues& values, const ImageFormat& image) {
    return values ? values->in(image.white_value()) : std::vector<double>{};
}
// By what pixel values grow from one format to the other: white goes to white.
double units_of(const ImageFormat& src, const ImageFormat& dst);
// Whether the arithmetic between two formats is in double.
bool in_double(const ImageFormat& src, const ImageFormat& dst);

// A file of this folder each.
void expand_stretch(const Normalize& p, Expansion& e);  // minmax and percentile
void expand_standardize(const Normalize& p, Expansion& e);
void expand_equalize(const Normalize& p, Expansion& e);
void expand_clahe(const Normalize& p, Expansion& e);
void expand_match(const Normalize& p, Expansion& e);
void expand_grayworld(const Normalize& p, Expansion& e);
// Two percentiles of each group. Gives a Table in which they are minimum and maximum.
Expansion::Edge percentiles(const Normalize& p, Expansion& e, Expansion::Edge image, Group group, bool luma,
                            const std::string& name);

}  // namespace sluice::stages
