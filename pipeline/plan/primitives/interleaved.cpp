#include "pipeline/plan/primitives/interleaved.hpp"

#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/numbers.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace sluice {
namespace {

// Whether numbers that a function has one of for each colour, NAME_0 to NAME_2, are all the same; and whether
// it has any.
bool same_for_all(const Primitives& graph, std::size_t point, const Signature& function) {
    bool any = false;
    for (const Argument& argument : function.arguments) {
        if (!argument.name.ends_with("_0")) continue;
        const std::string name = argument.name.substr(0, argument.name.size() - 1);
        const std::optional<double> first = number_of(graph, point, argument.name);
        for (const char* other : {"1", "2"})
            if (!first || number_of(graph, point, name + other) != first) return false;
        any = true;
    }
    return any;
}

}  // namespace

bool may_interleave(const ImageFormat& format) { return format.channels > 1 && !format.has_alpha(); }

ImageFormat of_samples(ImageFormat pixels) {
    pixels.width *= static_cast<std::size_t>(pixels.channels);
    pixels.channels = 1;
    return pixels;
}

ImageFormat of_pixels(ImageFormat samples, int channels) {
    samples.width /= static_cast<std::size_t>(channels);
    samples.channels = channels;
    return samples;
}

Taps of_samples(const Taps& columns, int channels) {
    Taps taps = columns;
    taps.first[0] *= channels;
    return taps;
}

Primitives of_samples(const Primitives& graph) {
    Primitives samples = graph;
    for (Primitive& node : samples.nodes) {
        if (!node.format || !may_interleave(*node.format)) continue;
        node.interleaved = node.format->channels;
        node.format = of_samples(*node.format);
    }
    return samples;
}

bool treats_alike(const Primitives& graph, std::size_t point) {
    const Primitive& node = graph.nodes[point];
    const Signature function = stage_function(graph, node);
    const FunctionNature nature = nature_of(function);
    if (!nature.lanewise || (nature.by_channel && !same_for_all(graph, point, function))) return false;
    return std::all_of(node.inputs.begin(), node.inputs.end(), [&](const auto& input) {
        if (!input || !graph.nodes[*input].layout) return true;
        const std::vector<std::size_t>& levels = graph.nodes[*input].chain;
        if (levels.empty()) return graph.nodes[*input].layout->channels.size() == 1;
        return std::all_of(levels.begin(), levels.end(),
                           [&](std::size_t i) { return treats_alike(graph, i); });
    });
}

}  // namespace sluice
