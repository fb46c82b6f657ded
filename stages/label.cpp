#include "stages/shared/lists.hpp"

namespace sluice::stages {
namespace {

struct Label {
    int connectivity = 8;
    std::int64_t most = 65535;
    std::int64_t area_min = 1;
    std::optional<std::int64_t> area_max;
};

// Without limits, there is no kernel that knows any.
bool is_limited(const Label& p) { return p.area_min > 1 || p.area_max; }
constexpr const char* limited = "area_min is more than 1 or area_max is given, before and after";

std::string wrong(const Label& p) {
    if (p.connectivity != 4 && p.connectivity != 8)
        return "connectivity must be 4 or 8, not " + std::to_string(p.connectivity);
    if (p.area_max && *p.area_max < p.area_min)
        return "no area is at least " + std::to_string(p.area_min) + " and at most " +
               std::to_string(*p.area_max);
    return "";
}

Wording refuse(const Label&, const StageInputs& inputs) {
    const ImageFormat& mask = inputs.image();
    if (const std::string fault = not_plain("the mask", mask); !fault.empty()) return fault;
    if (!inputs.images[1]) return "";
    const ImageFormat& of = inputs.image(1);
    if (const std::string fault = not_plain("of", of); !fault.empty()) return fault;
    if (of.width != mask.width || of.height != mask.height)
        return "its images differ in size, " + mask.text() + " and " + of.text() +
               "; resize or crop one of them first";
    return "";
}

void expand(const Label& p, Expansion& e) {
    Expansion::Edge mask = e.input().value();
    if (e.format(mask).pixel != Pixel::u8) mask = e.add("nonzero", "mask", {}, {mask});
    Expansion::Edge labels =
        e.add("labelled", "labels", {{"connectivity", std::int64_t{p.connectivity}}}, {mask});
    if (is_limited(p)) {
        Values areas{{"area_min", p.area_min}};
        if (p.area_max) areas["area_max"] = *p.area_max;
        labels = e.add("sifted", "sifted", areas, {labels});
    }
    e.output(labels, 0);
    e.output(e.add("blobs", "blobs", {{"most", p.most}}, {labels, mask, e.input(1)}), 1);
}

}  // namespace

StageDef label() {
    return composition<Label>("label",
                              "Numbers the connected components of a mask, and lists their areas, boxes and "
                              "centres.")
        .also({{"connectedComponents", ""},
               {"connectedComponentsWithStats", ""},
               {"connected-components", ""},
               {"labelregions", ""},
               {"regionprops", ""},
               {"blobs", ""}})
        .image_in("src", "Mask of one channel: what is not 0 belongs to a blob.")
        .image_in("of", "Image of one channel, whose mean over each blob is listed.", true)
        .image_out("dst",
                   "Label of each pixel (i32): 0 outside of blobs, then 1, 2 and so on, in the order of the "
                   "blobs' first pixels from left to right, row by row.")
        .table_out(
            "blobs",
            "List with a row for each blob, that of label i + 1 in row i: area; x, y, width and height "
            "of the box; cx and cy, the mean of its pixels' columns and rows; mean, if of is connected; "
            "count, if of has floats: how many pixels the mean is of, since NaN and infinities are left out.",
            {"area", "x", "y", "width", "height", "cx", "cy", "mean", "count"})
        .param("connectivity", &Label::connectivity,
               "Which neighbours belong to the same blob: 4 (left, right, above, below) or 8 (diagonal ones "
               "too).",
               range(4, 8))
        .param(
            "most", &Label::most,
            "Blobs that the list has room for. All are labelled and counted; if there are more, found says "
            "how many, and a warning is reported.",
            range(1, static_cast<double>(most_of_list)))
        .param("area_min", &Label::area_min, "Least area of a blob; smaller ones are removed.",
               range(0, static_cast<double>(most_area)), unit("px"), live_while(limited))
        .param("area_max", &Label::area_max, "Greatest area of a blob; larger ones are removed.",
               range(0, static_cast<double>(most_area)), unit("px"), keyword("none"), live_while(limited))
        .uses({{"4 area_min=20", "4 neighbours; blobs of less than 20 pixels are noise"}})
        .check(wrong)
        .refuse(refuse)
        .expand(expand);
}

}  // namespace sluice::stages
