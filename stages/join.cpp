#include "stages/shared/outside.hpp"
#include "stages/shared/size.hpp"
#include "stages/shared/together.hpp"

namespace sluice::stages {

enum class Align { start, centre, end };

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 3> names_of<stages::Align>{"start", "centre", "end"};
}  // namespace sluice

namespace sluice::stages {
namespace {

struct Join {
    std::string direction = "horizontal";
    std::size_t gap = 0;
    Align align = Align::start;
    Color color;

    bool across() const { return direction == "horizontal"; }
};

std::int64_t number(std::size_t n) { return static_cast<std::int64_t>(n); }

// Of images that stand in a row, or in a column. `side` is their height, or their width.
class Row {
public:
    Row(const Join& p, Expansion& e, std::vector<Expansion::Edge> images)
        : p_(p), e_(e), images_(std::move(images)) {
        for (const Expansion::Edge& image : images_)
            side_ = std::max(side_, p.across() ? e.format(image).height : e.format(image).width);
    }
    Expansion::Edge all() { return part(0, images_.size()); }

private:
    std::size_t length(std::size_t i) const {
        return p_.across() ? e_.format(images_[i]).width : e_.format(images_[i]).height;
    }
    std::size_t side(std::size_t i) const {
        return p_.across() ? e_.format(images_[i]).height : e_.format(images_[i]).width;
    }
    std::size_t length(std::size_t first, std::size_t end) const {
        std::size_t sum = (end - first - 1) * p_.gap;
        for (std::size_t i = first; i < end; ++i) sum += length(i);
        return sum;
    }

    // Halves are put together, and halves of these: each pixel is moved a few times, however many images
    // there are.
    Expansion::Edge part(std::size_t first, std::size_t end) {
        if (end - first == 1) return placed(images_[first], length(first), beside(first));
        const std::size_t middle = first + (end - first + 1) / 2;
        const Expansion::Edge left = placed(part(first, middle), length(first, end), 0);
        const Expansion::Edge right = part(middle, end);
        const std::size_t at = length(first, middle) + p_.gap;
        return e_.add("pasted", "pasted_" + std::to_string(++count_),
                      {{"x", number(p_.across() ? at : 0)}, {"y", number(p_.across() ? 0 : at)}},
                      {right, left});
    }

    // At the beginning of a canvas of this length and of the common side.
    Expansion::Edge placed(Expansion::Edge image, std::size_t length, std::size_t beside) {
        const ImageFormat src = e_.format(image);
        const std::size_t width = p_.across() ? length : side_, height = p_.across() ? side_ : length;
        if (src.width == width && src.height == height) return image;
        return e_.add("placed", "placed_" + std::to_string(++count_),
                      {{"x", number(p_.across() ? 0 : beside)},
                       {"y", number(p_.across() ? beside : 0)},
                       {"width", number(width)},
                       {"height", number(height)},
                       {"color", lanes_of(p_.color, src)}},
                      {image});
    }
    std::size_t beside(std::size_t i) const {
        return (side_ - side(i)) * static_cast<std::size_t>(p_.align) / 2;
    }

    const Join& p_;
    Expansion& e_;
    std::vector<Expansion::Edge> images_;
    std::size_t side_ = 0, count_ = 0;
};

void expand(const Join& p, Expansion& e) {
    std::vector<Expansion::Edge> images;
    for (std::size_t i = 0; i < e.inputs().images.size(); ++i)
        if (const auto image = e.input(i)) images.push_back(*image);
    e.output(Row(p, e, in_common_format(e, images)).all());
}

std::string against(const Join& p, const StageInputs& inputs) {
    const std::vector<ImageFormat> images = formats_of(inputs);
    if (const std::string fault = cannot_meet(images); !fault.empty()) return fault;
    std::size_t length = (images.size() - 1) * p.gap;
    for (const ImageFormat& image : images) length += p.across() ? image.width : image.height;
    if (length > largest_side)
        return "would make " + std::to_string(length) + (p.across() ? " columns" : " rows") +
               "; a side has " + std::to_string(largest_side) + " at most";
    return wrong_color(p.color, common_format(images));
}

}  // namespace

StageDef join() {
    return composition<Join>("join",
                             "Puts images side by side or one below the other, without resizing them.")
        .also({{"append", "horizontal"},
               {"hstack", "horizontal"},
               {"hconcat", "horizontal"},
               {"vstack", "vertical"},
               {"vconcat", "vertical"},
               {"concat", "horizontal"},
               {"concatenate", "horizontal"}})
        .images_in(
            "image",
            "Image. The result is in colour if one of the images is, has alpha if one of them has, and "
            "has a pixel type that holds the values of all.",
            2, most_together)
        .image_out("dst", "The images in one.")
        .example("gap=8")
        .param("direction", &Join::direction, "horizontal: from left to right. vertical: from top to bottom.",
               choices{"horizontal", "vertical"})
        .param("gap", &Join::gap, "Space between the images.", range(0, largest_side), unit("px"))
        .param("align", &Join::align,
               "Where smaller images lie. start: at the top, or on the left. end: at the bottom, or on the "
               "right.")
        .param("color", &Join::color,
               "Colour of the gaps, and beside smaller images. A CSS colour is the same at every bit depth. "
               "none is black, or transparent if the result has alpha.",
               count(1, 4), keyword("none"))
        .reads_profile([](const Join&) { return true; })
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
