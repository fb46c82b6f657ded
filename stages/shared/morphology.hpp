// What the stages share that take the least or the greatest of a neighbourhood: its shape, and how they
// declare it.
#pragma once

#include "stages/shared/window.hpp"

#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace sluice::stages {

enum class Shape { rectangle, ellipse, cross };

}  // namespace sluice::stages

namespace sluice {
template <>
inline constexpr std::array<std::string_view, 3> names_of<stages::Shape>{"rectangle", "ellipse", "cross"};
}  // namespace sluice

namespace sluice::stages {

struct Morphology {
    std::vector<double> radius{1};
    Shape shape = Shape::rectangle;
    std::string mask = "none";
    EdgeRule edge = EdgeRule::clamp;
    Color color;

    std::int64_t across() const { return static_cast<std::int64_t>(radius.front()); }
    std::int64_t down() const { return static_cast<std::int64_t>(radius.back()); }
};

// Which pixels a mask has, from left to right, then down; what it says wrong is in `fault`.
struct Mask {
    std::vector<std::vector<bool>> rows{{}};
    std::string fault;

    explicit Mask(const std::string& text) {
        for (const char c : text) {
            if (c == ';' || c == '/')
                rows.emplace_back();
            else if (c == '0' || c == '1')
                rows.back().push_back(c == '1');
            else if (c != ' ' && c != ',')
                fault = "mask must consist of 0 and 1, but '" + std::string{c} + "' is neither";
        }
        bool any = false;
        for (const std::vector<bool>& row : rows) {
            if (row.size() != rows.front().size())
                fault = "mask has rows of " + std::to_string(rows.front().size()) + " and of " +
                        std::to_string(row.size()) + " pixels; all rows must have the same length";
            any = any || std::find(row.begin(), row.end(), true) != row.end();
        }
        if (fault.empty() && !any) fault = "mask has no pixel; set at least one to 1";
        if (fault.empty() && std::max(rows.size(), rows.front().size()) > 201)
            fault = "mask is larger than 201 x 201 pixels";
    }
};

// How far a shape reaches to either side in row y. An ellipse is as cv::getStructuringElement has it; of
// height 1 it is its middle.
inline std::int64_t half_row(const Morphology& p, std::int64_t y) {
    if (p.shape == Shape::rectangle) return p.across();
    if (p.shape == Shape::cross) return y == 0 ? p.across() : 0;
    const auto r = static_cast<double>(p.down()), dy = static_cast<double>(y);
    const double share = p.down() > 0 ? std::sqrt((r * r - dy * dy) * (1 / (r * r))) : 0;
    return p.across() + p.down() == 0 ? 0 : std::llrint(static_cast<double>(p.across()) * share);
}

// All of it, row by row.
inline std::vector<RowRun> runs(const Morphology& p) {
    std::vector<RowRun> all;
    if (p.mask == "none") {
        for (std::int64_t y = -p.down(); y <= p.down(); ++y)
            all.push_back({y, -half_row(p, y), half_row(p, y)});
        return all;
    }
    const Mask mask(p.mask);
    const auto height = static_cast<std::int64_t>(mask.rows.size());
    const auto width = static_cast<std::int64_t>(mask.rows[0].size());
    for (std::int64_t y = 0; y < height; ++y) {
        const std::vector<bool>& row = mask.rows[static_cast<std::size_t>(y)];
        for (std::int64_t x = 0; x < width; ++x) {
            if (!row[static_cast<std::size_t>(x)]) continue;
            const std::int64_t first = x;
            while (x + 1 < width && row[static_cast<std::size_t>(x + 1)]) ++x;
            all.push_back({y - height / 2, first - width / 2, x - width / 2});
        }
    }
    return all;
}

// The least of each neighbourhood, or the greatest.
inline Expansion::Edge extreme(const Morphology& p, Expansion& e, Expansion::Edge image, bool most) {
    constexpr std::int64_t few_places = 9;  // of a rectangle, that are looked at in one window
    Values values{{"most", most}, {"edge", value_of(p.edge)}, {"color", lanes_of(p.color, e.format(image))}};
    const std::string name = most ? "most" : "least";
    if (p.mask == "none" && p.shape == Shape::rectangle &&
        (2 * p.across() + 1) * (2 * p.down() + 1) > few_places) {
        values["reach_x"] = static_cast<double>(p.across());
        values["reach_y"] = static_cast<double>(p.down());
        return e.add("extreme_of_rectangle", name, std::move(values), {image});
    }
    Window window;
    std::vector<double> numbers;
    for (const RowRun& run : runs(p)) {
        for (std::int64_t x = run.first; x <= run.last; ++x) window.add(x, run.y);
        for (const std::int64_t number : {run.y, run.first, run.last})
            numbers.push_back(static_cast<double>(number));
    }
    values["runs"] = numbers;
    return walked(e, "extreme", name, window, image, std::move(values));
}
inline Expansion::Edge eroded(const Morphology& p, Expansion& e, Expansion::Edge image) {
    return extreme(p, e, image, false);
}
inline Expansion::Edge dilated(const Morphology& p, Expansion& e, Expansion::Edge image) {
    return extreme(p, e, image, true);
}
inline Expansion::Edge difference(Expansion& e, Expansion::Edge image, Expansion::Edge other) {
    return e.add("difference", "difference", {}, {image, other});
}

inline std::string wrong(const Morphology& p) {
    if (p.mask == "none")
        return p.shape == Shape::ellipse && std::max(p.across(), p.down()) > 50
                   ? "the radius of an ellipse is at most 50 pixels; use shape=rectangle, or several stages"
                   : "";
    if (p.radius != Morphology{}.radius || p.shape != Shape::rectangle)
        return "has a mask, and a radius or a shape; give one or the other";
    return Mask(p.mask).fault;
}

// What a stage makes of its image.
using Morph = Expansion::Edge (*)(const Morphology& p, Expansion& e, Expansion::Edge image);

// A stage that has a radius.
inline CompositionBuilder<Morphology> of_radius(const std::string& name, const std::string& summary) {
    return composition<Morphology>(name, summary)
        .image_in("src", "The image.")
        .image_out("dst", "The result, with the alpha of the image.")
        .param("radius", &Morphology::radius,
               "Radius of the neighbourhood: one number, or one for x and one for y. 1 is 3 x 3 pixels, 0 "
               "leaves the image as it is.",
               count(1, 2), whole, range(0, 100), unit("px"));
}
inline CompositionBuilder<Morphology> with_edge(CompositionBuilder<Morphology> builder, Morph morph) {
    return builder
        .param("edge", &Morphology::edge,
               std::string(edge_doc) + " clamp gives the same result as OpenCV's default border.")
        .param("color", &Morphology::color, color_doc, count(1, 4), keyword("none"),
               only_for("edge", {"constant"}))
        .refuse([](const Morphology& p, const StageInputs& inputs) {
            return wrong_color(p.edge, p.color, inputs.image());
        })
        .expand([morph](const Morphology& p, Expansion& e) { e.output(morph(p, e, e.input().value())); });
}

// One that has a shape too.
inline CompositionBuilder<Morphology> morphology(const std::string& name, const std::string& summary,
                                                 Morph morph) {
    return with_edge(of_radius(name, summary)
                         .param("shape", &Morphology::shape,
                                "Shape of the neighbourhood, as in cv::getStructuringElement.")
                         .param("mask", &Morphology::mask,
                                "Your own shape, instead of radius and shape: rows of 0 and 1, separated by "
                                "/ or ;. Its centre is the pixel.",
                                keyword("none"), such_as{"010/111/010", "1101", "01;11"})
                         .check(wrong),
                     morph);
}

}  // namespace sluice::stages
