// What the stages share that take the least or the greatest of a neighbourhood: its shape, and how they
// declare it.
#pragma once

#include "pipeline/core/ceil_div.hpp"
#include "stages/shared/window.hpp"

#include <cmath>
#include <optional>
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

// How far a rectangle reaches to either side of its middle.
struct Rectangle {
    std::int64_t across = 0, down = 0;
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

// What a shape is made of, the narrowest first.
inline std::vector<Rectangle> rectangles(const Morphology& p) {
    std::vector<Rectangle> all;
    for (std::int64_t y = p.down(); y >= 0; --y)
        if (const std::int64_t half = half_row(p, y); all.empty() || half > all.back().across)
            all.push_back({half, y});
    return all;
}

// Its pixels.
inline std::int64_t places(const Morphology& p) {
    std::int64_t all = 0;
    for (std::int64_t y = -p.down(); y <= p.down(); ++y) all += 2 * half_row(p, y) + 1;
    return all;
}

// All of a shape's places in one window, row by row.
inline Window whole_window(const Morphology& p) {
    Window window;
    if (p.mask != "none") {
        const Mask mask(p.mask);
        const auto height = static_cast<std::int64_t>(mask.rows.size());
        const auto width = static_cast<std::int64_t>(mask.rows[0].size());
        for (std::int64_t y = 0; y < height; ++y)
            for (std::int64_t x = 0; x < width; ++x)
                if (mask.rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)])
                    window.add(x - width / 2, y - height / 2);
        return window;
    }
    for (std::int64_t y = -p.down(); y <= p.down(); ++y)
        for (std::int64_t half = half_row(p, y), x = -half; x <= half; ++x) window.add(x, y);
    return window;
}

// The least of each neighbourhood, or the greatest.
class Extremes {
public:
    Extremes(const Morphology& p, Expansion& e, Expansion::Edge image, bool most)
        : p_(p), e_(e), image_(image), most_(most), color_(lanes_of(p.color, e.format(image))) {}

    Expansion::Edge found() {
        if (p_.mask != "none") return through(whole_window(p_));
        const std::vector<Rectangle> parts = rectangles(p_);
        if (parts.size() == 1) return places(p_) > few_places ? of(parts) : through(whole_window(p_));
        // Of several rectangles NaN and zeros of both signs would not come in the order of one window.
        return places(p_) > some_places && is_integer(e_.format(image_).pixel) ? of(parts)
                                                                               : through(whole_window(p_));
    }

private:
    static constexpr std::int64_t few_places = 9;    // that are looked at in one window ...
    static constexpr std::int64_t some_places = 32;  // ... as more are, if rectangles would have to be joined
    static constexpr std::int64_t short_reach = 5;   // of lines of one rectangle that are one window
    static constexpr std::int64_t most_places = 4;   // of a line, on either side of a pixel

    Expansion::Edge through(const Window& window) { return through(window, image_); }
    Expansion::Edge through(const Window& window, Expansion::Edge image) {
        return walked(e_, "extreme", next_name(), window, image, values());
    }

    // Each goes along rows, longer than the one before it did, then along columns.
    Expansion::Edge of(const std::vector<Rectangle>& parts) {
        const std::int64_t short_line = parts.size() == 1 ? short_reach : 0;
        std::optional<Expansion::Edge> all;
        Expansion::Edge rows = image_;
        std::int64_t wide = 0;
        for (const Rectangle& rectangle : parts) {
            rows = longer(rows, wide, rectangle.across, false, short_line);
            wide = rectangle.across;
            const Expansion::Edge own = longer(rows, 0, rectangle.down, true, short_line);
            const std::string name = most_ ? "max" : "min";
            all = all ? e_.add(name, name + std::to_string(number_), {}, {*all, own}) : own;
        }
        return *all;
    }

    // From extremes of lines that reach `done` to both sides to those that reach `reach`, by windows that
    // follow each other: what is at one place is the extreme of all around it already, so that few places do
    // for a long line. Where a constant is beyond the edges it is nothing else there, and places lie closer
    // for that. Lines that reach `short_line` at most are one window.
    Expansion::Edge longer(Expansion::Edge image, std::int64_t done, std::int64_t reach, bool down,
                           std::int64_t short_line) {
        if (reach > 0 && reach <= short_line) {
            Window window;
            for (std::int64_t at = -reach; at <= reach; ++at) window.add(down ? 0 : at, down ? at : 0);
            return through(window, image);
        }
        while (done < reach) {
            const std::int64_t most_apart =
                done == 0 ? 1 : done + 1 + (p_.edge == EdgeRule::constant ? 0 : done);
            const std::int64_t far = std::min(reach - done, most_places * most_apart);
            const std::int64_t places = ceil_div(far, most_apart), apart = ceil_div(far, places);
            Values line = values();
            line["places"] = static_cast<double>(places);
            line["apart"] = static_cast<double>(apart);
            line["far"] = static_cast<double>(far);
            line["down"] = down;
            image = e_.add("extreme_of_line", next_name(), std::move(line), {image});
            done += far;
        }
        return image;
    }

    Values values() const { return {{"most", most_}, {"edge", value_of(p_.edge)}, {"color", color_}}; }
    std::string next_name() { return (most_ ? "most" : "least") + std::to_string(++number_); }

    const Morphology& p_;
    Expansion& e_;
    const Expansion::Edge image_;
    const bool most_;
    const std::vector<double> color_;
    int number_ = 0;
};
inline Expansion::Edge eroded(const Morphology& p, Expansion& e, Expansion::Edge image) {
    return Extremes(p, e, image, false).found();
}
inline Expansion::Edge dilated(const Morphology& p, Expansion& e, Expansion::Edge image) {
    return Extremes(p, e, image, true).found();
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
