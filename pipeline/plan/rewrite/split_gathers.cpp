#include "pipeline/plan/rewrite/split_gathers.hpp"

#include "pipeline/plan/primitives/row_lines.hpp"
#include "pipeline/plan/primitives/whole_sums.hpp"
#include "pipeline/plan/text.hpp"

#include <utility>

namespace sluice {
namespace {

// Sums of a column that a tile keeps; more are made in blocks, for each of which its rows would be weighed
// anew.
constexpr std::size_t most_open = 32;
// Columns of an output for which a line of a tile fits local memory everywhere.
constexpr std::size_t most_columns = 256;

bool splits(const Primitives& graph, std::size_t index) {
    const Primitive& node = graph.nodes[index];
    if (!node.is(Kind::gather) || !node.gather().taps) return false;
    // A constant beyond the upper and the lower edge is weighed along rows too, and rounded there.
    const Border border = node.gather().border(node.values);
    if (border.rule == EdgeRule::constant && border.lanes != Border().lanes) return false;
    const Separable taps = node.gather().taps(graph.inputs_of(node));
    if (whole_sums(taps, graph.in_double(index))) return false;  // they slide
    return taps.columns.count > 1 && taps.rows.count > 1 &&
           (taps.columns.count > most_columns || open_at_once(taps.rows, node.format->height) > most_open);
}

// The image after its rows were weighed.
Primitive along_rows(const Primitives& graph, const Primitive& node) {
    Primitive first = node;
    first.id = cat(node.id, ".rows");
    first.axes = Axes::columns;
    ImageFormat format = graph.nodes[node.inputs.at(0).value()].format.value();
    format.white = format.white_value();
    format.pixel = real_of(format.pixel);
    format.width = node.format->width;
    first.format = format;
    return first;
}

}  // namespace

void split_gathers(Primitives& graph, std::vector<Observed>& observed, std::vector<std::string>& decisions) {
    for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
        if (!splits(graph, i)) continue;
        graph.insert(i, along_rows(graph, graph.nodes[i]));
        for (Observed& o : observed) o.node += o.node >= i ? 1 : 0;
        Primitive& second = graph.nodes[++i];
        second.inputs[0] = i - 1;
        second.axes = Axes::rows;
        decisions.push_back(
            cat(second.id, " goes along rows and along columns in passes of their own: more than ", most_open,
                " of its rows weigh the same line, or an output more than ", most_columns, " columns"));
    }
}

}  // namespace sluice
