// A pipeline as the editor shows it: one of its images, as large as the screen.
#pragma once

#include "pipeline/graph/checked_graph.hpp"

#include <cstddef>
#include <optional>
#include <string>

namespace sluice::apps {

// What is shown of an image.
struct View {
    std::size_t width = 1, height = 1;  // the image is shrunk until it fits; it never grows
    struct Part {
        std::size_t x = 0, y = 0, width = 1, height = 1;
    };
    std::optional<Part> part = {};  // a part of the image instead of all of it

    bool operator==(const View&) const = default;
};

// The id of the Sink that shown() adds.
extern const std::string view_sink;

// The node whose image is shown if the page names none: what the last Sink saves, or else the last image.
// Nothing if the pipeline has no image.
std::optional<std::size_t> last_image(const CheckedGraph& graph);

// The node whose image a node is shown by: itself, or what a Sink saves. Nothing for a node of statistics.
std::optional<std::size_t> image_of(const CheckedGraph& graph, std::size_t node);

// Whether it is a Source that reads an image; others compute theirs.
bool reads_image(const CheckedNode& node);

// The pipeline up to the image of a node, with statistics that are made of the same images. Its Sources
// that read images become the stage "input", with the same ids, and a Sink "output" takes the image. `view`:
// nothing = the whole image at its full size.
CheckedGraph shown(const CheckedGraph& graph, std::size_t node, const std::optional<View>& view);

// The same pipeline for images that are `scale` (0 to 1) times as large: parameters in pixels (unit "px")
// become smaller, within their ranges.
CheckedGraph scaled(CheckedGraph graph, double scale);

}  // namespace sluice::apps
