#include "pipeline/plan/fuse.hpp"

#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

namespace sluice {
namespace {

// A kernel may write 8 images on every device; as many Reduces are enough accumulators.
constexpr std::size_t most_outputs = 8;

class Fusion {
public:
    Fusion(const Primitives& graph, bool fuse) : graph_(graph), users_(graph.users()), fuse_(fuse) {}

    // Sweep by sweep, Tables between them. Memory lasts for a strip of a sweep: its Sources, images of Sinks,
    // and those that one pass hands to the next.
    FusedSteps strips() {
        const std::vector<int> sweeps = rank({.tables = true});
        rank_ = rank({.widths = true});
        choose_handed();
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) again_[i] = !handed_[i];
        for (int sweep = 0; sweep <= *std::max_element(sweeps.begin(), sweeps.end()); ++sweep) {
            const auto add = [&](Kind kind, auto step) {
                for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
                    if (node(i).is(kind) && sweeps[i] == sweep) steps_.steps.emplace_back(step(i));
            };
            add(Kind::table, [](std::size_t i) { return TableStep{i}; });
            passes_.clear();
            collect_passes(outputs_of(sweep, sweeps));
            std::stable_sort(passes_.begin(), passes_.end(), [&](const PassStep& a, const PassStep& b) {
                return rank_[an_output(a)] < rank_[an_output(b)];
            });
            for (const std::size_t i : sources_of(sweep, sweeps))
                steps_.steps.emplace_back(UploadStep{i, sweep});
            for (const PassStep& pass : passes_) steps_.steps.emplace_back(pass);
            add(Kind::sink, [](std::size_t i) { return DownloadStep{i}; });
        }
        return std::move(steps_);
    }

    FusedSteps run() {
        rank_ = rank({.tables = true, .widths = true});
        choose_handed();
        if (fuse_) choose_stored();
        std::vector<std::size_t> outputs;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (node(i).is(Kind::reduce) || stored_[i]) outputs.push_back(i);
        collect_passes(outputs);
        emitted_pass_.assign(passes_.size(), false);
        emitted_.assign(graph_.nodes.size(), false);
        // Downloads last: with unified memory an image then belongs to the host, and another pass may read
        // it.
        for (const std::size_t i : results()) emit(node(i).is(Kind::sink) ? node(i).inputs[0].value() : i);
        for (const std::size_t i : results()) emit(i);
        return std::move(steps_);
    }

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    bool is_image(std::size_t i) const { return node(i).format.has_value(); }

    // What nobody takes: Sinks, and Tables that a caller reads.
    std::vector<std::size_t> results() const {
        std::vector<std::size_t> list;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (users_[i].empty()) list.push_back(i);
        return list;
    }

    // Whether an image is made in float and taken in double, or the other way round: a pass works in one of
    // them.
    bool changes_width(std::size_t image, std::size_t user) const {
        return node(image).is(Kind::point) && (node(user).is(Kind::point) || node(user).is(Kind::reduce)) &&
               graph_.in_double(image) != graph_.in_double(user);
    }

    // How many whole-image Tables, or changes of width among images, lie before a node. What differs in them
    // cannot share a pass.
    struct Parts {
        bool tables = false, widths = false;
    };
    std::vector<int> rank(const Parts& parts) const {
        std::vector<int> rank(graph_.nodes.size(), 0);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            for (const auto& input : node(i).inputs) {
                if (!input || (!parts.tables && !is_image(*input))) continue;
                const bool parted = (parts.tables && node(*input).is(Kind::reduce)) ||
                                    (parts.widths && changes_width(*input, i));
                rank[i] = std::max(rank[i], rank[*input] + (parted ? 1 : 0));
            }
        return rank;
    }

    // --- strips ------------------------------------------------------------------------------------

    // What the passes of a sweep store and reduce: what is the sweep's own, and what they hand to each other.
    std::vector<std::size_t> outputs_of(int sweep, const std::vector<int>& sweeps) const {
        std::set<std::size_t> outputs;
        for (std::size_t i = graph_.nodes.size(); i-- > 0;) {
            const bool result = node(i).is(Kind::reduce) || (node(i).is(Kind::point) && sunk(i));
            if (result && sweeps[i] == sweep) outputs.insert(i);
            if (outputs.count(i) == 0) continue;
            Needs needs;
            collect(i, rank_[i], needs);
            for (const std::size_t image : needs.loads)
                if (node(image).is(Kind::point)) outputs.insert(image);
        }
        return {outputs.begin(), outputs.end()};
    }

    // Those that its passes read, or that go to a Sink as they are.
    std::set<std::size_t> sources_of(int sweep, const std::vector<int>& sweeps) const {
        std::set<std::size_t> sources;
        for (const PassStep& pass : passes_)
            for (const std::size_t i : pass.loads)
                if (node(i).is(Kind::source)) sources.insert(i);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (node(i).is(Kind::source) && sunk(i) && sweeps[i] == sweep) sources.insert(i);
        return sources;
    }

    // --- what lies in memory -----------------------------------------------------------------------

    // Whether a pass of this rank reads the image from memory; else it evaluates it.
    bool in_memory(std::size_t i, int rank) const {
        if (node(i).is(Kind::source) || !fuse_) return true;
        return stored_[i] && !again_[i] && rank > rank_[i];
    }

    // For each node the ranks of those that take its image, from memory or not.
    std::vector<std::set<int>> needed_in() const {
        std::vector<std::set<int>> needed(graph_.nodes.size());
        for (std::size_t i = graph_.nodes.size(); i-- > 0;) {
            std::set<int> evaluated;
            if (node(i).is(Kind::reduce) || stored_[i]) evaluated.insert(rank_[i]);
            if (node(i).is(Kind::point))
                for (const int rank : needed[i])
                    if (!in_memory(i, rank)) evaluated.insert(rank);
            for (const auto& input : node(i).inputs)
                if (input && is_image(*input)) needed[*input].insert(evaluated.begin(), evaluated.end());
        }
        return needed;
    }

    // What a pass of this rank reads and evaluates for an image (or for a Reduce).
    struct Needs {
        std::set<std::size_t> loads, points;
    };
    void collect(std::size_t i, int rank, Needs& needs) const {
        if (is_image(i) && !needs.points.insert(i).second) return;
        for (const auto& input : node(i).inputs) {
            if (!input || !is_image(*input)) continue;
            if (in_memory(*input, rank))
                needs.loads.insert(*input);
            else
                collect(*input, rank, needs);
        }
    }

    std::size_t pixel_bytes(const std::set<std::size_t>& images) const {
        return std::accumulate(
            images.begin(), images.end(), std::size_t{0}, [&](std::size_t sum, std::size_t i) {
                const ImageFormat& format = node(i).format.value();
                return sum + static_cast<std::size_t>(format.lanes()) * bytes(format.pixel);
            });
    }

    bool sunk(std::size_t i) const {
        return std::any_of(users_[i].begin(), users_[i].end(),
                           [&](std::size_t user) { return node(user).is(Kind::sink); });
    }

    // Which Points have to leave an image in memory.
    void choose_handed() {
        stored_.assign(graph_.nodes.size(), false);
        again_.assign(graph_.nodes.size(), false);
        handed_.assign(graph_.nodes.size(), false);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (!node(i).is(Kind::point)) continue;
            handed_[i] = std::any_of(users_[i].begin(), users_[i].end(),
                                     [&](std::size_t user) { return changes_width(i, user); });
            stored_[i] = sunk(i) || handed_[i] || !fuse_;
        }
    }

    // And those that several sweeps need, where this moves fewer bytes than evaluating them again does.
    void choose_stored() {
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i) {
            if (!node(i).is(Kind::point) || handed_[i]) continue;
            const std::set<int> ranks = needed_in()[i];
            const auto later = static_cast<std::size_t>(
                std::count_if(ranks.begin(), ranks.end(), [&](int rank) { return rank > rank_[i]; }));
            if (later == 0 || (!sunk(i) && ranks.size() == 1)) continue;
            Needs needs;
            collect(i, rank_[i], needs);
            const std::size_t own = pixel_bytes({i});
            const std::size_t reading = own * later + (sunk(i) ? 0 : own);
            const std::size_t evaluating = pixel_bytes(needs.loads) * later;
            const bool reads = sunk(i) ? reading <= evaluating : reading < evaluating;
            stored_[i] = sunk(i) || reads;
            again_[i] = !reads;
            steps_.decisions.push_back(
                cat(node(i).id, " is needed on both sides of a table: ", reads ? "stored" : "evaluated again",
                    ", which moves ", std::min(reading, evaluating), " bytes of a pixel, not ",
                    std::max(reading, evaluating)));
        }
    }

    // --- passes ------------------------------------------------------------------------------------

    // Outputs of one rank that read an image in common share a pass; Reduces with tiles go over these.
    void collect_passes(const std::vector<std::size_t>& outputs) {
        pass_of_.assign(graph_.nodes.size(), 0);
        struct Open {
            int rank;
            bool in_double;
            std::optional<Tiles> tiles;
            Needs needs;
        };
        std::vector<Open> open;
        for (const std::size_t i : outputs) {
            Needs own;
            collect(i, rank_[i], own);
            const std::optional<Tiles> tiles = is_image(i) ? std::nullopt : node(i).layout->tiles;
            const auto shares = [&](std::size_t pass) {
                return fuse_ && open[pass].rank == rank_[i] && open[pass].in_double == graph_.in_double(i) &&
                       open[pass].tiles == tiles &&
                       passes_[pass].stores.size() + passes_[pass].reduces.size() < most_outputs &&
                       std::any_of(own.loads.begin(), own.loads.end(), [&](std::size_t image) {
                           return open[pass].needs.loads.count(image) != 0;
                       });
            };
            std::size_t pass = 0;
            while (pass < open.size() && !shares(pass)) ++pass;
            if (pass == open.size()) {
                open.push_back({rank_[i], graph_.in_double(i), tiles, {}});
                passes_.emplace_back();
            }
            open[pass].needs.loads.insert(own.loads.begin(), own.loads.end());
            open[pass].needs.points.insert(own.points.begin(), own.points.end());
            pass_of_[i] = pass;
            (is_image(i) ? passes_[pass].stores : passes_[pass].reduces).push_back(i);
        }
        for (std::size_t pass = 0; pass < open.size(); ++pass) {
            passes_[pass].loads.assign(open[pass].needs.loads.begin(), open[pass].needs.loads.end());
            passes_[pass].points.assign(open[pass].needs.points.begin(), open[pass].needs.points.end());
        }
    }

    static std::size_t an_output(const PassStep& pass) {
        return pass.stores.empty() ? pass.reduces.front() : pass.stores.front();
    }

    // Puts the step of a node behind all that it needs.
    void emit(std::size_t i) {
        if (emitted_[i]) return;
        emitted_[i] = true;
        if (node(i).is(Kind::point) || node(i).is(Kind::reduce)) return emit_pass(pass_of_[i]);
        for (const auto& input : node(i).inputs)
            if (input) emit(*input);
        if (node(i).is(Kind::source))
            steps_.steps.emplace_back(UploadStep{i});
        else if (node(i).is(Kind::table))
            steps_.steps.emplace_back(TableStep{i});
        else
            steps_.steps.emplace_back(DownloadStep{i});
    }

    void emit_pass(std::size_t number) {
        if (emitted_pass_[number]) return;
        emitted_pass_[number] = true;
        const PassStep& pass = passes_[number];
        for (const std::size_t image : pass.loads) emit(image);
        for (const auto* list : {&pass.points, &pass.reduces})
            for (const std::size_t i : *list)
                for (const auto& input : node(i).inputs)
                    if (input && !is_image(*input)) emit(*input);
        steps_.steps.emplace_back(pass);
    }

    const Primitives& graph_;
    std::vector<std::vector<std::size_t>> users_;
    bool fuse_;
    std::vector<int> rank_;
    std::vector<bool> stored_;          // Points whose image is written to memory ...
    std::vector<bool> handed_;          // ... because a user works in another width
    std::vector<bool> again_;           // ... but evaluated again by later sweeps all the same
    std::vector<std::size_t> pass_of_;  // that stores a Point, or reduces
    std::vector<PassStep> passes_;
    std::vector<bool> emitted_pass_, emitted_;
    FusedSteps steps_;
};

}  // namespace

FusedSteps fuse(const Primitives& graph, bool fuse) { return Fusion(graph, fuse).run(); }
FusedSteps fuse_strips(const Primitives& graph) { return Fusion(graph, true).strips(); }

}  // namespace sluice
