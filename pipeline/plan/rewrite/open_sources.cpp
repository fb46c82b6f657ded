#include "pipeline/plan/rewrite/probe.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice {
namespace {

// Of a Source: how it can read its image smaller.
struct Choice {
    CheckedNode* source;
    std::vector<Smaller> smaller;
};

class Takers {
public:
    explicit Takers(Primitives of) : graph_(std::move(of)), users_(graph_.users()) {}

    // Whether all that takes an image does with it shrunk.
    bool take(const std::string& image, const Shrunk& as) const { return take(graph_.names.at(image), as); }

private:
    bool take(std::size_t image, const Shrunk& as) const {
        const auto takes = [&](std::size_t user) { return user_takes(user, as); };
        return !users_[image].empty() && std::all_of(users_[image].begin(), users_[image].end(), takes);
    }
    // What a Point makes of one image is as large.
    bool user_takes(std::size_t user, const Shrunk& as) const {
        const Primitive& node = graph_.nodes[user];
        const auto is_image = [&](const auto& input) { return input && graph_.nodes[*input].format; };
        if (std::count_if(node.inputs.begin(), node.inputs.end(), is_image) != 1) return false;
        if (node.is(Kind::gather)) return node.gather().of_smaller(graph_.inputs_of(node), as).has_value();
        const auto* point = node.stage->as<PointDef>();
        return point != nullptr && !point->by_tiles && take(user, as);
    }

    const Primitives graph_;
    const std::vector<std::vector<std::size_t>> users_;
};

void read_smaller(const Choice& choice, const Takers& takers, ImageFormat& format) {
    CheckedNode& source = *choice.source;
    for (const Smaller& smaller : choice.smaller) {
        if (!takers.take(source.id, smaller.as)) continue;
        for (const auto& [name, value] : smaller.values) source.values[name] = value;
        source.smaller = ReadSmaller{format, smaller.as};
        format = smaller.as.of(format);
        return;
    }
}

}  // namespace

SourceFormats probe(CheckedGraph& graph, SourceFormats given) {
    SourceFormats formats = std::move(given);
    std::vector<Choice> choices;
    for (CheckedNode& node : graph.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        if (source == nullptr || formats.count(node.id) != 0) continue;
        if (!source->probe)
            throw Error(Error::Kind::usage, "",
                        Diagnostic{Diagnostic::Severity::error, node.place, node.id,
                                   "is an image of the application's: its format must be given"}
                            .text());
        ImageHeader header = source->probe(node.values);
        formats[node.id] = header.format;
        if (!header.smaller.empty()) choices.push_back({&node, std::move(header.smaller)});
    }
    if (choices.empty()) return formats;
    try {
        const Takers takers(walk(graph, graph.registry, formats, true));
        for (const Choice& choice : choices) read_smaller(choice, takers, formats.at(choice.source->id));
    } catch (
        const Error&) {  // what these formats do not fit is refused where it is planned, and nothing shrinks
    }
    return formats;
}

}  // namespace sluice
