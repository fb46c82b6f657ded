#include "pipeline/plan/rewrite/split_gathers.hpp"

#include "pipeline/plan/primitives/own_columns.hpp"
#include "pipeline/plan/primitives/row_lines.hpp"
#include "pipeline/plan/primitives/whole_sums.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

namespace sluice {
namespace {

// Sums of a column that a tile keeps; more are made in blocks, for each of which its rows would be weighed
// anew. A CPU may keep the lines that they weigh instead.
constexpr std::size_t most_open = 32, most_kept = 64;
// Columns of an output for which a line of a tile fits local memory everywhere.
constexpr std::size_t most_columns = 256;

// Outputs for each compute unit of a GPU with which a pass has enough to do, and what makes another one worth
// its while: pixels that an output weighs, and all of them.
constexpr std::size_t enough_outputs = 2048, many_weighed = 256, many_in_all = std::size_t{1} << 24;

// Whether outputs are so few that two passes, of more items each, are faster.
bool leaves_units_idle(const Separable& taps, const ImageFormat& result, const DeviceFacts& device) {
    const std::size_t outputs = result.width * result.height * result.layers;
    const std::size_t weighed = taps.columns.count * taps.rows.count;
    return outputs < device.compute_units * enough_outputs && weighed >= many_weighed &&
           weighed * outputs >= many_in_all;
}

// The image after its rows were weighed.
ImageFormat between_passes(ImageFormat format, const Primitive& node) {
    format.white = format.white_value();
    format.pixel = real_of(format.pixel);
    format.width = node.format->width;
    return format;
}

std::optional<std::string> reason_to_split(const Primitives& graph, std::size_t index,
                                           const DeviceFacts& device) {
    const Primitive& node = graph.nodes[index];
    if (!node.is(Kind::gather) || !node.gather().taps) return std::nullopt;
    // A constant beyond the upper and the lower edge is weighed along rows too, and rounded there.
    const Border border = node.gather().border(node.values);
    if (border.rule == EdgeRule::constant && border.lanes != Border().lanes) return std::nullopt;
    const Separable taps = node.gather().taps(graph.inputs_of(node));
    if (whole_sums(taps, graph.in_double(index))) return std::nullopt;  // they slide
    if (taps.columns.count == 1 || taps.rows.count == 1) return std::nullopt;
    const std::size_t open = device.cpu() ? most_kept : most_open;
    if (taps.columns.count > most_columns || open_at_once(taps.rows, node.format->height) > open)
        return cat("more than ", open, " of its rows weigh the same line, or an output more than ",
                   most_columns, " columns");
    if (device.cpu()) return std::nullopt;
    const ImageFormat& source = graph.nodes[node.inputs.at(0).value()].format.value();
    const ImageFormat between = between_passes(source, node);
    if (between.width * between.lane_bytes() > source.width * source.lane_bytes()) return std::nullopt;
    if (std::max(taps.columns.count, taps.rows.count) > most_straight_taps)
        return cat("an output weighs more than ", most_straight_taps, " columns, or lines");
    if (leaves_units_idle(taps, *node.format, device))
        return cat("few outputs weigh many pixels: ", taps.columns.count, " x ", taps.rows.count, " each");
    return std::nullopt;
}

// The first of two that take the place of a node; the result is what was asked for.
Primitive first_of_two(const Primitive& node) {
    Primitive first = node;
    first.id = cat(node.id, ".rows");
    first.stored = false;
    return first;
}

// Where a Gather says itself which two make the same.
std::optional<std::array<Values, 2>> own_lines(const Primitives& graph, const Primitive& node,
                                               const DeviceFacts& device) {
    if (device.cpu() || !node.is(Kind::gather) || !node.gather().lines) return std::nullopt;
    return node.gather().lines(graph.inputs_of(node));
}

}  // namespace

void split_gathers(Primitives& graph, std::vector<Observed>& observed, const DeviceFacts& device,
                   std::vector<std::string>& decisions) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        std::optional<std::string> reason = reason_to_split(graph, i, device);
        const std::optional<std::array<Values, 2>> lines = own_lines(graph, graph.nodes[i], device);
        if (lines) reason = "groups have less to read";
        if (!reason) continue;
        graph.insert(i, first_of_two(graph.nodes[i]));
        for (Observed& o : observed) o.node += o.node >= i ? 1 : 0;
        Primitive &first = graph.nodes[i], &second = graph.nodes[i + 1];
        second.inputs[0] = i;
        if (lines) {
            for (const auto& [name, value] : (*lines)[0]) first.values[name] = value;
            for (const auto& [name, value] : (*lines)[1]) second.values[name] = value;
        } else {
            first.axes = Axes::columns;
            first.format = between_passes(graph.nodes[first.inputs[0].value()].format.value(), first);
            second.axes = Axes::rows;
        }
        ++i;
        decisions.push_back(
            cat(second.id, " goes along rows and along columns in passes of their own: ", *reason));
    }
}

}  // namespace sluice
