// What the stages share that take the least or the greatest of a neighbourhood: its shape, and how they
// declare it.
#pragma once

#include "pipeline/core/ceil_div.hpp"
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
                fault = "mask is of 0 and 1, and '" + std::string{c} + "' is neither";
        }
        bool any = false;
        for (const std::vector<bool>& row : rows) {
            if (row.size() != rows.front().size())
                fault = "mask has rows of " + std::to_string(rows.front().size()) + " and of " +
                        std::to_string(row.size()) + " pixels; all have one length";
            any = any || std::find(row.begin(), row.end(), true) != row.end();
        }
        if (fault.empty() && !any) fault = "mask has no pixel: set one to 1";
        if (fault.empty() && std::max(rows.size(), rows.front().size()) > 201)
            fault = "mask is larger than 201 x 201 pixels";
    }
};

// Places along a line, by windows that follow each other: what the next one picks at few places is already
// the least of all around them. So a long line takes few looks at each pixel. Where a constant is beyond the
// edges nothing around a place there was looked at, and places lie closer for that.
// `most`: places on either side that a window looks at.
inline std::vector<std::vector<std::int64_t>> along_line(std::int64_t reach, std::int64_t most,
                                                         EdgeRule edge) {
    std::vector<std::vector<std::int64_t>> windows;
    for (std::int64_t done = 0; windows.empty() || done < reach;) {
        const std::int64_t apart = done == 0 ? 1 : done + 1 + (edge == EdgeRule::constant ? 0 : done);
        const std::int64_t further = std::min(reach - done, most * apart);
        const std::int64_t places = ceil_div(further, apart);  // on either side
        windows.emplace_back();
        for (std::int64_t i = -places; i <= places; ++i) {
            const std::int64_t place = places > 0 ? ceil_div(std::abs(i) * further, places) : 0;
            windows.back().push_back(i < 0 ? -place : place);
        }
        done += further;
    }
    return windows;
}

// Rows below each other may lie in the same few lines of a cache.
constexpr std::int64_t most_across = 7, most_down = 4;

// One window after the other: a rectangle goes along rows, then along columns, where that is less.
inline std::vector<Window> windows(const Morphology& p) {
    std::vector<Window> all;
    const std::int64_t across = p.across(), down = p.down();
    if (p.mask != "none") {
        const Mask mask(p.mask);
        const auto height = static_cast<std::int64_t>(mask.rows.size());
        const auto width = static_cast<std::int64_t>(mask.rows[0].size());
        Window& window = all.emplace_back();
        for (std::int64_t y = 0; y < height; ++y)
            for (std::int64_t x = 0; x < width; ++x)
                if (mask.rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)])
                    window.add(x - width / 2, y - height / 2);
        return all;
    }
    if (p.shape == Shape::rectangle && (2 * across + 1) * (2 * down + 1) > 9) {
        for (const auto& places : along_line(across, most_across, p.edge)) {
            Window& window = all.emplace_back();
            for (const std::int64_t x : places) window.add(x, 0);
        }
        for (const auto& places : along_line(down, most_down, p.edge)) {
            Window& window = all.emplace_back();
            for (const std::int64_t y : places) window.add(0, y);
        }
        return all;
    }
    Window& window = all.emplace_back();
    for (std::int64_t y = -down; y <= down; ++y) {
        std::int64_t half = across;
        if (p.shape == Shape::cross && y != 0) half = 0;
        if (p.shape == Shape::ellipse) {  // as cv::getStructuringElement; of height 1 it is its middle
            const auto r = static_cast<double>(down), dy = static_cast<double>(y);
            const double share = down > 0 ? std::sqrt((r * r - dy * dy) * (1 / (r * r))) : 0;
            half = across + down == 0 ? 0 : std::llrint(static_cast<double>(across) * share);
        }
        for (std::int64_t x = -half; x <= half; ++x) window.add(x, y);
    }
    return all;
}

// The least of each neighbourhood, or the greatest.
inline Expansion::Edge extreme(const Morphology& p, Expansion& e, Expansion::Edge image, bool most) {
    const std::vector<double> color = lanes_of(p.color, e.format(image));
    int number = 0;
    for (const Window& window : windows(p))
        image = walked(e, "extreme", (most ? "most" : "least") + std::to_string(++number), window, image,
                       {{"most", most}, {"edge", value_of(p.edge)}, {"color", color}});
    return image;
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
                   ? "an ellipse reaches 50 pixels at most; use shape=rectangle, or several of them"
                   : "";
    if (p.radius != Morphology{}.radius || p.shape != Shape::rectangle)
        return "has a mask, and a radius or a shape: give one of them";
    return Mask(p.mask).fault;
}

// What a stage makes of its image.
using Morph = Expansion::Edge (*)(const Morphology& p, Expansion& e, Expansion::Edge image);

// A stage that has a radius.
inline CompositionBuilder<Morphology> of_radius(const std::string& name, const std::string& summary) {
    return composition<Morphology>(name, summary)
        .image_in("src", "The image.")
        .image_out("dst", "The result; alpha is that of the image.")
        .param("radius", &Morphology::radius,
               "How far it reaches, in x and y or in each: 1 is 3 x 3 pixels, 0 leaves the image as it is.",
               count(1, 2), whole, range(0, 100), unit("px"));
}
inline CompositionBuilder<Morphology> with_edge(CompositionBuilder<Morphology> builder, Morph morph) {
    return builder
        .param("edge", &Morphology::edge,
               std::string(edge_doc) + " clamp gives what OpenCV's own border gives.")
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
    return with_edge(
        of_radius(name, summary)
            .param("shape", &Morphology::shape, "Of what it reaches, as cv::getStructuringElement has it.")
            .param("mask", &Morphology::mask,
                   "A shape of one's own, in the place of radius and shape: rows of 0 and 1, "
                   "separated by / or ;. Its middle is the pixel.",
                   keyword("none"), such_as{"010/111/010", "1101", "01;11"})
            .check(wrong),
        morph);
}

}  // namespace sluice::stages
