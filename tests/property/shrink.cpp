#include "tests/property/shrink.hpp"

#include "pipeline/sluice/plan.hpp"
#include "tests/stage_facts.hpp"

#include <algorithm>
#include <set>

namespace sluice::property {
namespace {

// Without stage `index`: who took its image takes the one that it took.
GraphCase without_stage(GraphCase graph, std::size_t index) {
    const StageText gone = graph.stages[index];
    graph.stages.erase(graph.stages.begin() + static_cast<std::ptrdiff_t>(index));
    for (StageText& stage : graph.stages)
        for (std::string& id : stage.from)
            if (id == gone.id) id = gone.from[0];
    std::erase_if(graph.observe,
                  [&](const std::string& table) { return table.rfind(gone.id + ".", 0) == 0; });
    return graph;
}

// Whether a stage is there for what it gives itself, not for those that take it.
bool is_end(const std::string& stage) { return !test::gives_image(*builtin_stages().find(stage)); }

// Images that nobody takes any more go, with what made them.
void remove_unused(GraphCase& graph) {
    for (bool again = true; again;) {
        std::set<std::string> used;
        for (const StageText& stage : graph.stages) used.insert(stage.from.begin(), stage.from.end());
        const std::size_t before = graph.stages.size();
        std::erase_if(graph.stages, [&](const StageText& stage) {
            return !is_end(stage.stage) && used.count(stage.id) == 0;
        });
        again = graph.stages.size() != before;
        std::erase_if(graph.sources, [&](const SourceImage& source) { return used.count(source.id) == 0; });
    }
    std::erase_if(graph.observe, [&](const std::string& table) {
        return std::none_of(graph.stages.begin(), graph.stages.end(),
                            [&](const StageText& stage) { return table.rfind(stage.id + ".", 0) == 0; });
    });
}

// Every way to make the graph a little smaller.
std::vector<GraphCase> smaller(const GraphCase& graph) {
    std::vector<GraphCase> all;
    const auto change = [&](auto how) {
        GraphCase copy = graph;
        how(copy);
        all.push_back(std::move(copy));
    };
    for (std::size_t i = graph.stages.size(); i-- > 0;) {
        if (graph.stages.size() > 1) all.push_back(without_stage(graph, i));
        if (const std::size_t images = graph.stages[i].from.size(); images > 1) {
            const bool optional =
                builtin_stages().find(graph.stages[i].stage)->inputs.at(images - 1).optional;
            if (optional)
                change([&](GraphCase& c) { c.stages[i].from.pop_back(); });
            else if (graph.stages[i].from.back() != graph.stages[i].from.front())
                change([&](GraphCase& c) { c.stages[i].from.back() = c.stages[i].from.front(); });
        }
        if (!graph.stages[i].live.empty()) change([&](GraphCase& c) { c.stages[i].live.clear(); });
        for (std::size_t k = 0; k < graph.stages[i].params.size(); ++k)
            change([&](GraphCase& c) {
                c.stages[i].params.erase(c.stages[i].params.begin() + static_cast<std::ptrdiff_t>(k));
            });
    }
    if (!graph.observe.empty()) change([](GraphCase& c) { c.observe.clear(); });
    // All sources together, so that those of one size stay so.
    const auto resized = [&](auto how) {
        change([&](GraphCase& c) {
            for (SourceImage& source : c.sources) how(source.format);
        });
        if (all.back().text() == graph.text()) all.pop_back();
    };
    resized([](ImageFormat& f) { f.width = f.height = f.layers = 1; });
    resized([](ImageFormat& f) { f.width = (f.width + 1) / 2; });
    resized([](ImageFormat& f) { f.height = (f.height + 1) / 2; });
    resized([](ImageFormat& f) { f.layers = 1; });
    resized([](ImageFormat& f) { f.width = std::max<std::size_t>(f.width, 2) - 1; });
    resized([](ImageFormat& f) { f.height = std::max<std::size_t>(f.height, 2) - 1; });
    for (std::size_t i = 0; i < graph.sources.size(); ++i) {
        const SourceImage& source = graph.sources[i];
        const auto plainer = [&](auto how) {
            change([&](GraphCase& c) { how(c.sources[i]); });
            const SourceImage& after = all.back().sources[i];
            if (after.text() == source.text()) all.pop_back();
        };
        plainer([](SourceImage& s) { s.format.order = Order::rgb; });
        plainer([](SourceImage& s) { s.format.white = 0; });
        plainer([](SourceImage& s) { s.format.space = Space::encoded; });
        plainer([](SourceImage& s) { s.format.channels = 1, s.format.grey_alpha = false; });
        plainer([](SourceImage& s) { s.random.nan = false; });
        plainer([](SourceImage& s) { s.random.inf = false; });
        plainer([](SourceImage& s) { s.random.denormal = false; });
        plainer([](SourceImage& s) { s.random.huge = false; });
        plainer([](SourceImage& s) { s.random.transparent = 0; });
        plainer([](SourceImage& s) { s.random.range.reset(); });
    }
    return all;
}

}  // namespace

GraphCase shrunk(GraphCase graph, const std::function<bool(const GraphCase&)>& fails) {
    std::size_t tries = 0;
    for (bool again = true; again;) {
        again = false;
        for (GraphCase& candidate : smaller(graph)) {
            if (tries++ == 150) return graph;  // each may compile a kernel
            remove_unused(candidate);
            if (candidate.stages.empty() || candidate.sources.empty() || !is_legal(candidate) ||
                !fails(candidate))
                continue;
            graph = std::move(candidate);
            again = true;
            break;
        }
    }
    return graph;
}

}  // namespace sluice::property
