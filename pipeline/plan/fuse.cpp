#include "pipeline/plan/fuse.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

namespace sluice {
namespace {

class Fusion {
public:
    Fusion(const Primitives& graph, bool fuse) : graph_(graph), users_(graph.users()), fuse_(fuse) {}

    std::vector<Step> run() {
        rank_sweeps();
        choose_stored();
        collect_passes();
        // Downloads last: with unified memory an image then belongs to the host, and another pass may read
        // it.
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (users_[i].empty()) emit(node(i).is(Kind::sink) ? node(i).inputs[0].value() : i);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) emit(i);
        return std::move(steps_);
    }

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }

    bool masked(std::size_t reduce) const {
        return node(reduce).inputs.size() > 1 && node(reduce).inputs[1].has_value();
    }

    // How many whole-image Tables lie before a node: what differs in it cannot share a pass.
    void rank_sweeps() {
        sweep_.assign(graph_.nodes.size(), 0);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            for (const auto& input : node(i).inputs)
                if (input)
                    sweep_[i] = std::max(sweep_[i], sweep_[*input] + (node(*input).is(Kind::reduce) ? 1 : 0));
    }

    // Which Points leave an image in memory, and into which other Point the rest go.
    void choose_stored() {
        stored_.assign(graph_.nodes.size(), false);
        joins_.assign(graph_.nodes.size(), std::nullopt);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (!node(i).is(Kind::point)) continue;
            std::vector<std::size_t> readers;  // that need the image in memory or join; each once
            for (const std::size_t user : users_[i])
                if ((!node(user).is(Kind::reduce) || masked(user) || !fuse_) &&
                    (readers.empty() || readers.back() != user))
                    readers.push_back(user);
            const bool can_join = fuse_ && readers.size() == 1 && node(readers[0]).is(Kind::point) &&
                                  sweep_[readers[0]] == sweep_[i];
            if (can_join) joins_[i] = readers[0];
            stored_[i] = !can_join && !readers.empty();
        }
    }

    std::size_t root(std::size_t point) const {
        while (joins_[point]) point = *joins_[point];
        return point;
    }

    // A pass is known by the Point at its end, or by the image (and mask) that only Reduces read.
    void collect_passes() {
        pass_of_.assign(graph_.nodes.size(), 0);
        std::map<std::size_t, std::size_t> by_root;
        std::map<std::pair<std::size_t, std::optional<std::size_t>>, std::size_t> by_image;
        const auto load = [&](PassStep& pass, std::size_t image) {
            if (std::find(pass.loads.begin(), pass.loads.end(), image) == pass.loads.end())
                pass.loads.push_back(image);
        };
        const auto open = [&](auto& map, const auto& key) -> std::size_t {
            const auto [at, fresh] = map.try_emplace(key, passes_.size());
            if (fresh) passes_.emplace_back();
            return at->second;
        };
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (node(i).is(Kind::point)) {
                pass_of_[i] = open(by_root, root(i));
                PassStep& pass = passes_[pass_of_[i]];
                pass.points.push_back(i);
                if (stored_[i]) pass.stores.push_back(i);
                for (const auto& input : node(i).inputs)
                    if (input && node(*input).format && !joins_[*input]) load(pass, *input);
            } else if (node(i).is(Kind::reduce)) {
                const std::size_t image = node(i).inputs[0].value();
                if (fuse_ && node(image).is(Kind::point) && !masked(i)) {
                    pass_of_[i] = pass_of_[image];
                } else {
                    const std::optional<std::size_t> mask = masked(i) ? node(i).inputs[1] : std::nullopt;
                    pass_of_[i] = fuse_ ? open(by_image, std::pair(image, mask)) : passes_.size();
                    if (pass_of_[i] == passes_.size()) passes_.emplace_back();
                    load(passes_[pass_of_[i]], image);
                    if (mask) load(passes_[pass_of_[i]], *mask);
                }
                passes_[pass_of_[i]].reduces.push_back(i);
            }
        }
        emitted_pass_.assign(passes_.size(), false);
        emitted_.assign(graph_.nodes.size(), false);
    }

    // Puts the step of a node behind all that it needs.
    void emit(std::size_t i) {
        if (emitted_[i]) return;
        emitted_[i] = true;
        if (node(i).is(Kind::point) || node(i).is(Kind::reduce)) {
            if (emitted_pass_[pass_of_[i]]) return;
            emitted_pass_[pass_of_[i]] = true;
            const PassStep& pass = passes_[pass_of_[i]];
            for (const std::size_t image : pass.loads) emit(image);
            for (const std::size_t point : pass.points)
                for (const auto& input : node(point).inputs)
                    if (input && node(*input).layout) emit(*input);
            steps_.emplace_back(pass);
            return;
        }
        for (const auto& input : node(i).inputs)
            if (input) emit(*input);
        if (node(i).is(Kind::source))
            steps_.emplace_back(UploadStep{i});
        else if (node(i).is(Kind::table))
            steps_.emplace_back(TableStep{i});
        else
            steps_.emplace_back(DownloadStep{i});
    }

    const Primitives& graph_;
    std::vector<std::vector<std::size_t>> users_;
    bool fuse_;
    std::vector<int> sweep_;
    std::vector<bool> stored_;
    std::vector<std::optional<std::size_t>> joins_;
    std::vector<std::size_t> pass_of_;
    std::vector<PassStep> passes_;
    std::vector<bool> emitted_pass_, emitted_;
    std::vector<Step> steps_;
};

}  // namespace

std::vector<Step> fuse(const Primitives& graph, bool fuse) { return Fusion(graph, fuse).run(); }

}  // namespace sluice
