#include "pipeline/plan/rewrite/open_sources.hpp"

#include <algorithm>
#include <utility>
#include <vector>

namespace sluice {
namespace {

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

void choose(CheckedNode& source, ImageFile& file, const Takers& takers) {
    const ImageFormat whole = file.header().format;
    for (const Shrunk as : file.header().smaller) {
        if (!takers.take(source.id, as)) continue;
        source.values["shrink"] = std::to_string(as.by);
        source.smaller = ReadSmaller{whole, as};
        file.read_smaller(as);
        return;
    }
}

}  // namespace

Opened open_sources(CheckedGraph& graph, SourceFormats given) {
    Opened opened{std::move(given), {}};
    bool any_choice = false;
    for (CheckedNode& node : graph.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        if (source == nullptr || opened.formats.count(node.id) != 0) continue;
        if (!source->open)
            throw Error(Error::Kind::usage, "",
                        Diagnostic{Diagnostic::Severity::error, node.place, node.id,
                                   "is an image of the application; give its format"}
                            .text());
        const auto& file = opened.files[node.id] = source->open(node.values);
        opened.formats[node.id] = file->header().format;
        any_choice = any_choice || !file->header().smaller.empty();
    }
    if (!any_choice) return opened;
    try {
        const Takers takers(walk(graph, graph.registry, opened.formats, {}));
        for (CheckedNode& node : graph.nodes) {
            const auto file = opened.files.find(node.id);
            if (file == opened.files.end()) continue;
            choose(node, *file->second, takers);
            opened.formats[node.id] = file->second->header().format;
        }
    } catch (
        const Error&) {  // what these formats do not fit is refused where it is planned, and nothing shrinks
    }
    return opened;
}

}  // namespace sluice
