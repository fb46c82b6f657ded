#include "pipeline/plan/rewrite/probe.hpp"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace sluice {
namespace {

class Shrinking {
public:
    Shrinking(CheckedGraph& graph, SourceFormats& formats)
        : graph_(graph), formats_(formats), whole_(walked(formats)), users_(whole_.users()) {}

    void shrink(CheckedNode& source) {
        const double most = may_shrink(whole_.names.at(source.id));
        if (most < 2) return;
        const auto& def = *source.stage->as<SourceDef>();
        for (const Values& smaller : def.smaller(source.values)) {
            Values values = source.values;
            for (const auto& [name, value] : smaller) values[name] = value;
            SourceFormats formats = formats_;
            formats[source.id] = def.probe(values);
            const double by = shrunk(formats_.at(source.id), formats.at(source.id));
            if (by < 2 || by > most || !keeps_results(formats)) continue;
            source.values = std::move(values);
            formats_ = std::move(formats);
            return;
        }
    }

private:
    Primitives walked(const SourceFormats& formats) const {
        return walk(graph_, graph_.registry, formats, true);
    }

    // By how much an image may have shrunk for all that takes it. What a Point makes of one image is as
    // large.
    double may_shrink(std::size_t image) const {
        double most = users_[image].empty() ? 1 : 8;
        for (const std::size_t user : users_[image])
            most = std::min(most, may_shrink_for(whole_.nodes[user], user));
        return most;
    }
    double may_shrink_for(const Primitive& user, std::size_t number) const {
        if (user.is(Kind::gather)) return user.gather().may_shrink(whole_.inputs_of(user));
        const auto* point = user.stage->as<PointDef>();
        if (point == nullptr || point->by_tiles) return 1;
        const auto is_image = [&](const auto& input) { return input && whole_.nodes[*input].format; };
        return std::count_if(user.inputs.begin(), user.inputs.end(), is_image) == 1 ? may_shrink(number) : 1;
    }

    // By how much, of both sides; 0 where that is no whole number: the image would be stretched a little.
    static double shrunk(const ImageFormat& from, const ImageFormat& to) {
        const bool whole = from.width % to.width == 0 && from.height % to.height == 0;
        const std::size_t by = from.width / to.width;
        return whole && from.height / to.height == by ? static_cast<double>(by) : 0;
    }

    // A size that is said as a part of the image's is another one.
    bool keeps_results(const SourceFormats& formats) const {
        const Primitives other = walked(formats);
        for (const Primitive& node : whole_.nodes)
            if (node.is(Kind::sink) && !(other.nodes[other.names.at(node.id)].format == node.format))
                return false;
        return true;
    }

    CheckedGraph& graph_;
    SourceFormats& formats_;
    const Primitives whole_;
    const std::vector<std::vector<std::size_t>> users_;
};

}  // namespace

SourceFormats probe(CheckedGraph& graph, SourceFormats given) {
    SourceFormats formats = std::move(given);
    std::vector<CheckedNode*> free;
    for (CheckedNode& node : graph.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        if (source == nullptr || formats.count(node.id) != 0) continue;
        if (!source->probe)
            throw Error(Error::Kind::usage, "",
                        Diagnostic{Diagnostic::Severity::error, node.place, node.id,
                                   "is an image of the application's: its format must be given"}
                            .text());
        formats[node.id] = source->probe(node.values);
        if (source->smaller) free.push_back(&node);
    }
    if (free.empty()) return formats;
    try {
        Shrinking shrinking(graph, formats);
        for (CheckedNode* source : free) shrinking.shrink(*source);
    } catch (
        const Error&) {  // what these formats do not fit is refused where it is planned, and nothing shrinks
    }
    return formats;
}

}  // namespace sluice
