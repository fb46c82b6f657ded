#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Curves {
    std::vector<double> points{0, 0, 1, 1};
};

std::string wrong(const Curves& p) {
    if (p.points.size() % 2 != 0) return "points: must be pairs, x0,y0,x1,y1 and so on";
    for (std::size_t i = 2; i < p.points.size(); i += 2)
        if (!(p.points[i] - p.points[i - 2] >= 1e-4))
            return "points: must go from left to right, each at least 0.0001 after the one before: " +
                   sluice::text(Value(p.points[i])) + " follows " + sluice::text(Value(p.points[i - 2]));
    return "";
}

void expand(const Curves& p, Expansion& e) {
    const Expansion::Edge image = e.input().value();
    const ImageFormat src = e.format(image);
    const double white = src.white_value();
    const auto pieces =
        e.add("curve_pieces", "pieces",
              {{"points", p.points}, {"white", white}, {"doubles", real_of(src.pixel) == Pixel::f64}}, {});
    e.output(e.add("curved", "curved",
                   {{"last", p.points[p.points.size() - 2] * white}, {"end", p.points.back() * white}},
                   {image, pieces}));
}

}  // namespace

StageDef curves() {
    return composition<Curves>("curves",
                               "Applies a smooth tone curve through points. The curve only rises or falls "
                               "where the points do: monotone cubic, as scipy's PchipInterpolator.")
        .also({{"curve", "0,0;0.25,0.15;0.75,0.85;1,1"},
               {"tone", "0,0;0.25,0.15;0.75,0.85;1,1"},
               {"s-curve", "0,0;0.25,0.15;0.75,0.85;1,1"}})
        .image_in("src", "The image.")
        .image_out("dst", "The result.")
        .example("0,0;0.25,0.15;0.75,0.85;1,1")
        .param("points", &Curves::points,
               "Points x0,y0,x1,y1 and so on, from left to right. In quotes, semicolons may separate them: "
               "'0,0;0.5,0.6;1,1'. Before the first and after the last point the curve is flat. 0,0,1,1 "
               "changes nothing from black to white.",
               count(4, 128), of_white, rows, live_while("the number of points stays the same"))
        .check(wrong)
        .expand(expand);
}

}  // namespace sluice::stages
