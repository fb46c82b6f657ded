#include "pipeline/plan/rewrite/open_sources.hpp"

#include "pipeline/graph/sizes.hpp"
#include "pipeline/graph/throw_fault.hpp"

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

// What these formats do not fit is refused where it is planned, and nothing shrinks.
SourceChoices::Chosen chosen_for(const CheckedGraph& graph, const SourceChoices::Like& files) {
    SourceChoices::Chosen chosen;
    try {
        const Takers takers(walk(graph, graph.registry, files.formats, {}));
        for (const auto& [id, smaller] : files.smaller) {
            const auto takes = [&, &id = id](const Shrunk& as) { return takers.take(id, as); };
            const auto as = std::find_if(smaller.begin(), smaller.end(), takes);
            if (as != smaller.end()) chosen.emplace(id, *as);
        }
    } catch (const Error&) {
        chosen.clear();
    }
    return chosen;
}

}  // namespace

bool same_with_profiles(const SourceFormats& a, const SourceFormats& b) {
    const auto alike = [](const auto& one, const auto& other) {
        const auto &first = one.second.profile, &second = other.second.profile;
        return one == other && (first == second || (first && second && *first == *second));
    };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), alike);
}

bool SourceChoices::Like::operator==(const Like& other) const {
    return variant == other.variant && smaller == other.smaller && same_with_profiles(formats, other.formats);
}

std::optional<SourceChoices::Chosen> SourceChoices::find(const Like& like) const {
    const std::lock_guard lock(mutex_);
    const auto known =
        std::find_if(known_.begin(), known_.end(), [&](const auto& one) { return one.first == like; });
    return known == known_.end() ? std::nullopt : std::optional(known->second);
}

void SourceChoices::add(Like like, Chosen chosen) {
    constexpr std::size_t most_known = 256;
    const std::lock_guard lock(mutex_);
    known_.emplace_front(std::move(like), std::move(chosen));
    if (known_.size() > most_known) known_.pop_back();
}

Opened open_sources(CheckedGraph& graph, SourceFormats given, SourceChoices* choices) {
    Opened opened{std::move(given), {}};
    SourceChoices::Like files{graph.variant, {}, {}};
    for (CheckedNode& node : graph.nodes) {
        const auto* source = node.stage->as<SourceDef>();
        if (source == nullptr || opened.formats.count(node.id) != 0) continue;
        if (!source->open)
            throw_fault(node.place, node.id, "is an image of the application; give its format");
        const auto& file = opened.files[node.id] = source->open(node.values);
        opened.formats[node.id] = file->header().format;
        if (!file->header().smaller.empty()) files.smaller[node.id] = file->header().smaller;
    }
    bind_sizes(graph, opened.formats);
    if (files.smaller.empty()) return opened;
    files.formats = opened.formats;
    auto chosen = choices != nullptr ? choices->find(files) : std::nullopt;
    if (!chosen) {
        chosen = chosen_for(graph, files);
        if (choices != nullptr) choices->add(files, *chosen);
    }
    for (CheckedNode& node : graph.nodes) {
        const auto as = chosen->find(node.id);
        if (as == chosen->end()) continue;
        ImageFile& file = *opened.files.at(node.id);
        node.values["shrink"] = std::to_string(as->second.by);
        node.smaller = ReadSmaller{file.header().format, as->second};
        file.read_smaller(as->second);
        opened.formats[node.id] = file.header().format;
    }
    return opened;
}

}  // namespace sluice
