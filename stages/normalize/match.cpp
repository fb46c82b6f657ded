// match: the histogram becomes that of another image.
#include "io/statistics_file.hpp"
#include "pipeline/core/message.hpp"
#include "stages/normalize/modes.hpp"
#include "stages/shared/second.hpp"

namespace sluice::stages {
namespace {

std::int64_t bits_of(const ImageFormat& src) { return static_cast<std::int64_t>(8 * bytes(src.pixel)); }

// The levels of the other image in white and colours of the first.
Expansion::Edge counted_reference(const Normalize& p, Expansion& e, Expansion::Edge reference) {
    const ImageFormat src = e.format(e.input().value());
    Values alike{{"pixel", value_of(src.pixel)}, {"white", src.white_value()}};
    if (src.colors() == 1 && e.format(reference).colors() == 3) alike["channels"] = std::int64_t{1};
    reference = e.add("convert", "reference", alike, {reference});
    const bool luma = p.luma(e.format(reference));
    return e.add("digits", "wanted",
                 {{"group", value_of(p.grouping())},
                  {"alpha", value_of(p.alpha)},
                  {"bits", bits_of(src)},
                  {"whole_luma", luma}},
                 {reference, std::nullopt, std::nullopt});
}

Wording wrong_file(const Normalize& p, const ImageFormat& src) {
    const StatisticsFile file = read_histograms(p.file);
    const std::size_t levels = std::size_t{1} << bits_of(src), bins = file.groups[0].histogram.size();
    if (file.pixel != name(src.pixel) || file.white != src.white_value())
        return p.file + " counts values of " + file.pixel + " with white " + number_text(file.white) +
               ", and the image is " + src.text();
    if (bins != levels)
        return p.file + " has " + std::to_string(bins) + " bins, and " + std::string(name(src.pixel)) +
               " has " + std::to_string(levels) +
               " levels: " + Remedy{"histogram", static_cast<std::int64_t>(levels), "stats"};
    const std::size_t groups = p.grouping() == Group::channel ? static_cast<std::size_t>(src.colors()) : 1;
    if (file.groups.size() != 1 && file.groups.size() != groups) {
        std::vector<std::string> names;
        for (const StatisticsFile::Group& group : file.groups) names.push_back(group.name);
        return p.file + " has histograms of " + listed(names) + "; it must be one" +
               (groups > 1
                    ? Wording(" for each colour of " + src.text())
                    : ": " + Remedy{"group", "joint", "stats"} + " or " + Remedy{"group", "luma", "stats"});
    }
    return "";
}

}  // namespace

Wording refuse_match(const Normalize& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const auto& reference = inputs.images.at(2);
    if (reference.has_value() == (p.file != "none"))
        return reference ? "match has both a reference and file=; give one of them"
                         : "match needs a reference (from=image,reference:other) or file=";
    constexpr std::size_t most = std::size_t{1} << 31;
    for (const auto* image : {&inputs.images[0], &inputs.images[2]})
        if (*image &&
            (*image)->width * (*image)->height * static_cast<std::size_t>((*image)->channels) >= most)
            return "match can count up to 2147483647 values, not those of " + (*image)->text();
    if (!reference) {
        try {
            return wrong_file(p, src);
        } catch (const Error& error) {
            return error.text();
        }
    }
    if (reference->layers != 1 && reference->layers != src.layers)
        return "its reference has " + std::to_string(reference->layers) + " layers, but the image " +
               std::to_string(src.layers);
    ImageFormat alike = *reference;  // of any size
    alike.width = src.width, alike.height = src.height, alike.layers = src.layers;
    return apart(src, alike);
}

void expand_match(const Normalize& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const bool luma = p.luma(src);
    Values values = counted(p, p.grouping());
    values["bits"] = bits_of(src);
    values["whole_luma"] = luma;
    values["observed"] = std::vector<std::string>{"min", "max"};
    const auto stats = e.add("digits", "stats", values, {image, e.input(1), std::nullopt});
    const auto reference = e.input(2);
    const auto wanted = reference ? counted_reference(p, e, *reference)
                                  : e.add("given_counts", "wanted", {{"file", p.file}}, {});
    const auto lut = e.add("match_lut", "lut", {}, {stats, wanted});
    e.output(e.add("lookup", "lookup", {{"pixel", value_of(src.pixel)}, {"white", src.white}, {"luma", luma}},
                   {image, lut}));
}

}  // namespace sluice::stages
