#include "stages/shared/lists.hpp"

#include <limits>

namespace sluice::stages {
namespace {

struct Peaks {
    std::int64_t distance = 1;
    double above = 0;
    std::int64_t most = 65535;
};

double below_all(Pixel pixel) {
    if (is_integer(pixel)) return lowest(pixel) - 1;
    return pixel == Pixel::f64 ? std::numeric_limits<double>::lowest() : std::numeric_limits<float>::lowest();
}

// Looking at so few neighbours costs less than finding the maximum of each square first.
constexpr std::int64_t near = 1;

Expansion::Edge mask(const Peaks& p, Expansion& e, const Expansion::Edge& image) {
    const double level = p.above * e.format(image).white_value();
    if (p.distance <= near) {
        const double outside = below_all(e.format(image).pixel);
        return e.add("peak_near", "mask", {{"distance", p.distance}, {"level", level}, {"outside", outside}},
                     {image});
    }
    const auto reach = static_cast<double>(p.distance);
    const auto most = e.add("extreme_of_rectangle", "most",
                            {{"most", true}, {"reach_x", reach}, {"reach_y", reach}}, {image});
    return e.add("peak", "mask", {{"distance", p.distance}, {"level", level}}, {image, most});
}

void expand(const Peaks& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    e.output(e.add("listed", "list", {{"most", p.most}}, {mask(p, e, image), image}));
}

}  // namespace

StageDef peaks() {
    return composition<Peaks>("peaks", "Lists local maxima: the pixels that are greater than all near them.")
        .also({{"peak_local_max", ""}, {"findmaxima", ""}, {"local-maxima", ""}})
        .image_in("src", "The image, of one channel.")
        .table_out(
            "list",
            "List of the maxima, in the order of their pixels from left to right, row by row: x, y and "
            "value. Of equal pixels within the distance, the first one counts. NaN is less than any number.",
            {"x", "y", "value"})
        .param("distance", &Peaks::distance,
               "A maximum is the greatest pixel of a square that reaches so far in each direction.",
               range(1, 100), unit("px"))
        .param("above", &Peaks::above, "Maxima are above this level; 1 is white.", live)
        .param("most", &Peaks::most,
               "Maxima that the list has room for. If there are more, found says how many, and a warning is "
               "reported.",
               range(1, static_cast<double>(most_of_list)))
        .refuse([](const Peaks&, const StageInputs& inputs) -> Wording {
            return not_plain("the image", inputs.image());
        })
        .expand(expand);
}

}  // namespace sluice::stages
