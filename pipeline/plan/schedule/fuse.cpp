#include "pipeline/plan/schedule/fuse.hpp"

#include "pipeline/plan/primitives/used_taps.hpp"
#include "pipeline/plan/primitives/whole_sums.hpp"
#include "pipeline/plan/schedule/in_memory.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

namespace sluice {
namespace {

// A kernel may write 8 images on every device; as many Reduces are enough accumulators.
constexpr std::size_t most_outputs = 8;

// What the outputs of one pass have in common.
struct PassKey {
    Domain domain;
    int rank;
    bool in_double;
    std::optional<Tiles> tiles;  // of Reduces, which go over these
    // Of strips: a Reduce looks at the rows that a strip owns, an image that is handed on also has those that
    // its readers reach for.
    bool handed;

    bool operator==(const PassKey&) const = default;
};

class Fusion {
public:
    Fusion(const Primitives& graph, const Profile& profile, InMemory::Way way)
        : graph_(graph), users_(graph.users()), way_(way), memory_(graph, profile, way) {}

    // Sweep by sweep, Tables between them.
    FusedSteps strips() {
        const std::vector<int> sweeps = sweeps_of_nodes();
        for (int sweep = 0; sweep <= *std::max_element(sweeps.begin(), sweeps.end()); ++sweep) {
            const auto add = [&](Kind kind, auto step) {
                for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
                    if (node(i).is(kind) && !node(i).is_given() && sweeps[i] == sweep)
                        steps_.steps.emplace_back(step(i));
            };
            add(Kind::table, [](std::size_t i) { return TableStep{i}; });
            collect_passes(outputs_of(sweep, sweeps));
            std::stable_sort(passes_.begin(), passes_.end(), [&](const PassStep& a, const PassStep& b) {
                return memory_.rank(an_output(a)) < memory_.rank(an_output(b));
            });
            for (const std::size_t i : sources_of(sweep, sweeps))
                steps_.steps.emplace_back(UploadStep{i, sweep});
            for (const PassStep& pass : passes_) steps_.steps.emplace_back(pass);
            add(Kind::sink, [](std::size_t i) { return DownloadStep{i}; });
        }
        return finished();
    }

    FusedSteps run() {
        std::vector<std::size_t> outputs;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (node(i).is(Kind::reduce) || memory_.stored(i)) outputs.push_back(i);
        collect_passes(outputs);
        emitted_pass_.assign(passes_.size(), false);
        emitted_.assign(graph_.nodes.size(), false);
        // Downloads last: with unified memory an image then belongs to the host, and another pass may read
        // it.
        for (const std::size_t i : results()) emit(node(i).is(Kind::sink) ? node(i).inputs[0].value() : i);
        for (const std::size_t i : results()) emit(i);
        return finished();
    }

private:
    const Primitive& node(std::size_t i) const { return graph_.nodes[i]; }
    bool is_image(std::size_t i) const { return node(i).format.has_value(); }

    FusedSteps finished() {
        steps_.decisions = memory_.decisions();
        return std::move(steps_);
    }

    // What nobody takes: Sinks, and Tables that a caller reads.
    std::vector<std::size_t> results() const {
        std::vector<std::size_t> list;
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (users_[i].empty()) list.push_back(i);
        return list;
    }

    bool sunk(std::size_t i) const {
        return std::any_of(users_[i].begin(), users_[i].end(),
                           [&](std::size_t user) { return node(user).is(Kind::sink); });
    }

    // --- strips ------------------------------------------------------------------------------------

    // How many whole-image Tables lie before each node.
    std::vector<int> sweeps_of_nodes() const {
        std::vector<int> sweeps(graph_.nodes.size(), 0);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            for (const auto& input : node(i).inputs)
                if (input)
                    sweeps[i] = std::max(sweeps[i], sweeps[*input] + (node(*input).measures() ? 1 : 0));
        return sweeps;
    }

    // What the passes of a sweep store and reduce: what is the sweep's own, and what they hand to each other.
    std::vector<std::size_t> outputs_of(int sweep, const std::vector<int>& sweeps) const {
        std::set<std::size_t> outputs;
        for (std::size_t i = graph_.nodes.size(); i-- > 0;) {
            const bool result = node(i).is(Kind::reduce) || (graph_.makes_image(i) && sunk(i));
            if (result && sweeps[i] == sweep) outputs.insert(i);
            if (outputs.count(i) == 0) continue;
            for (const std::size_t image : memory_.needs_of(i).images())
                if (graph_.makes_image(image)) outputs.insert(image);
        }
        return {outputs.begin(), outputs.end()};
    }

    // Those that its passes read, or that go to a Sink as they are.
    std::set<std::size_t> sources_of(int sweep, const std::vector<int>& sweeps) const {
        std::set<std::size_t> sources;
        for (const PassStep& pass : passes_)
            for (const std::size_t i : pass.reads())
                if (node(i).is(Kind::source)) sources.insert(i);
        for (std::size_t i = 0; i < graph_.nodes.size(); ++i)
            if (node(i).is(Kind::source) && sunk(i) && sweeps[i] == sweep) sources.insert(i);
        return sources;
    }

    // --- passes ------------------------------------------------------------------------------------

    PassKey key_of(std::size_t i) const {
        const bool image = is_image(i);
        const Primitive& shown = image ? node(i) : node(node(i).inputs.at(0).value());
        return {domain_of(shown.format.value()), memory_.rank(i), graph_.in_double(i),
                image ? std::nullopt : node(i).layout->tiles,
                way_ == InMemory::Way::strips && memory_.handed(i)};
    }

    // Whether separable Gathers may come through tiles of one pass: it is one, or all are sums that slide
    // together. Else each pixel would be weighed by itself.
    bool have_tiles(const std::set<std::size_t>& gathers) const {
        std::optional<WholeSums> window;
        for (const std::size_t i : gathers) {
            const auto sums = whole_sums(used_taps(graph_, node(i)), graph_.in_double(i));
            if (gathers.size() > 1 && (!sums || (window && !window->alike(*sums)))) return false;
            window = sums;
        }
        return true;
    }

    std::set<std::size_t> separable(const Needs& needs) const {
        std::set<std::size_t> gathers;
        for (const auto& [gather, front] : needs.gathers)
            if (node(gather).gather().taps) gathers.insert(gather);
        return gathers;
    }

    // Whether it costs an output no tile to be made in the pass of others, nor costs it them.
    bool keep_tiles(const Needs& own, const Needs& others) const {
        Needs both = others;
        both.add(own);
        if (both.gathers.size() > 1 &&
            std::any_of(both.gathers.begin(), both.gathers.end(),
                        [&](const auto& gather) { return memory_.wants_own_pass(gather.first); }))
            return false;
        const std::set<std::size_t> all = separable(both);
        const std::size_t before = separable(others).size();
        return before == 0 || all.size() == before || have_tiles(all);
    }

    // Outputs that have all of this in common and read an image together share a pass.
    void collect_passes(const std::vector<std::size_t>& outputs) {
        passes_.clear();
        pass_of_.assign(graph_.nodes.size(), 0);
        std::vector<std::pair<PassKey, Needs>> open;
        for (const std::size_t i : outputs) {
            const Needs own = memory_.needs_of(i);
            const std::set<std::size_t> images = own.images();
            const PassKey key = key_of(i);
            const auto shares = [&](std::size_t pass) {
                const std::set<std::size_t> read = open[pass].second.images();
                return way_ != InMemory::Way::each && open[pass].first == key &&
                       passes_[pass].stores.size() + passes_[pass].reduces.size() < most_outputs &&
                       keep_tiles(own, open[pass].second) &&
                       std::any_of(images.begin(), images.end(),
                                   [&](std::size_t image) { return read.count(image) != 0; });
            };
            std::size_t pass = 0;
            while (pass < open.size() && !shares(pass)) ++pass;
            if (pass == open.size()) {
                open.emplace_back(key, Needs{});
                passes_.emplace_back();
            }
            open[pass].second.add(own);
            pass_of_[i] = pass;
            (is_image(i) ? passes_[pass].stores : passes_[pass].reduces).push_back(i);
        }
        for (std::size_t pass = 0; pass < open.size(); ++pass) {
            const auto& [key, needs] = open[pass];
            passes_[pass].domain = key.domain;
            passes_[pass].loads.assign(needs.loads.begin(), needs.loads.end());
            passes_[pass].points.assign(needs.points.begin(), needs.points.end());
            for (const auto& [gather, front] : needs.gathers)
                passes_[pass].gathers.push_back({gather,
                                                 {front.loads.begin(), front.loads.end()},
                                                 {front.points.begin(), front.points.end()}});
        }
    }

    static std::size_t an_output(const PassStep& pass) {
        return pass.stores.empty() ? pass.reduces.front() : pass.stores.front();
    }

    // Puts the step of a node behind all that it needs.
    void emit(std::size_t i) {
        if (emitted_[i]) return;
        emitted_[i] = true;
        if (graph_.makes_image(i) || node(i).is(Kind::reduce)) return emit_pass(pass_of_[i]);
        for (const auto& input : node(i).inputs)
            if (input) emit(*input);
        if (node(i).is(Kind::source))
            steps_.steps.emplace_back(UploadStep{i});
        else if (node(i).is(Kind::sequence))
            steps_.steps.emplace_back(SequenceStep{i});
        else if (node(i).is(Kind::host))
            steps_.steps.emplace_back(HostStep{i});
        else if (node(i).is(Kind::sink))
            steps_.steps.emplace_back(DownloadStep{i});
        else if (!node(i).is_given())
            steps_.steps.emplace_back(TableStep{i});
    }

    void emit_pass(std::size_t number) {
        if (emitted_pass_[number]) return;
        emitted_pass_[number] = true;
        const PassStep& pass = passes_[number];
        for (const std::size_t image : pass.reads()) emit(image);
        const auto emit_tables = [&](std::size_t i) {
            for (const auto& input : node(i).inputs)
                if (input && !is_image(*input)) emit(*input);
        };
        for (const GatherSource& gather : pass.gathers) {
            emit_tables(gather.node);
            for (const std::size_t i : gather.points) emit_tables(i);
        }
        for (const auto* list : {&pass.points, &pass.reduces})
            for (const std::size_t i : *list) emit_tables(i);
        steps_.steps.emplace_back(pass);
    }

    const Primitives& graph_;
    std::vector<std::vector<std::size_t>> users_;
    InMemory::Way way_;
    InMemory memory_;
    std::vector<std::size_t> pass_of_;  // that makes an image, or reduces
    std::vector<PassStep> passes_;
    std::vector<bool> emitted_pass_, emitted_;
    FusedSteps steps_;
};

}  // namespace

Domain domain_of(const ImageFormat& format) { return {format.width, format.height, format.layers}; }

std::vector<std::size_t> PassStep::reads() const {
    std::vector<std::size_t> all = loads;
    for (const GatherSource& gather : gathers)
        for (const std::size_t image : gather.loads)
            if (std::find(all.begin(), all.end(), image) == all.end()) all.push_back(image);
    return all;
}

std::vector<std::size_t> PassStep::in_memory() const {
    std::vector<std::size_t> all = reads();
    all.insert(all.end(), stores.begin(), stores.end());
    return all;
}

std::vector<std::size_t> PassStep::images() const {
    std::vector<std::size_t> all = loads;
    for (const GatherSource& gather : gathers) {
        all.push_back(gather.node);
        all.insert(all.end(), gather.loads.begin(), gather.loads.end());
        all.insert(all.end(), gather.points.begin(), gather.points.end());
    }
    all.insert(all.end(), points.begin(), points.end());
    return all;
}

FusedSteps fuse(const Primitives& graph, const Profile& profile, bool fuse) {
    return Fusion(graph, profile, fuse ? InMemory::Way::whole : InMemory::Way::each).run();
}
FusedSteps fuse_strips(const Primitives& graph, const Profile& profile) {
    return Fusion(graph, profile, InMemory::Way::strips).strips();
}

}  // namespace sluice
