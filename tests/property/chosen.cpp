#include "tests/property/chosen.hpp"

#include "pipeline/plan/text.hpp"
#include "pipeline/sluice/plan.hpp"
#include "tests/property/kinds.hpp"
#include "tests/property/random_graph.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <utility>

namespace sluice::property {
namespace {

constexpr std::uint64_t seeds = 2000;
constexpr std::uint64_t most_seeds = 6000;  // where something is missing in the others

constexpr std::size_t small = 4, most_planned = 250;

struct Candidate {
    GraphCase graph;
    std::set<std::string> kinds;
    std::set<std::string> functions;  // what has to be compiled for its stages one by one, more or less
};

void take_out(std::set<std::string>& from, const std::set<std::string>& those) {
    for (const std::string& one : those) from.erase(one);
}

Candidate candidate(GraphCase graph) {
    Candidate result{std::move(graph), {}, {}};
    result.kinds = kinds(result.graph);
    const Primitives all = primitives(result.graph);
    for (const Primitive& node : all.nodes) {
        std::string function = node.stage->name;
        for (const auto& input : node.inputs) {
            const Primitive* from = input ? &all.nodes[*input] : nullptr;
            function += from != nullptr && from->format
                            ? cat(" ", name(from->format->pixel), from->format->channels)
                            : "";
        }
        if (node.format) function += cat(" ", name(node.format->pixel), node.format->channels);
        for (const ParamDecl& param : node.stage->params)
            if (!param.choices.empty() || param.type == ParamType::boolean)
                function += " " + text(node.values.at(param.name));
        result.functions.insert(std::move(function));
    }
    return result;
}

std::set<std::string> planned_kinds(const GraphCase& graph, const DeviceFacts& device) {
    PlanOptions options;
    options.observe = graph.observe;
    return kinds(make_plan(checked(graph), builtin_stages(), graph.formats(), device, options));
}

// Kinds that a candidate adds for what it takes: most of that is compiling.
double worth(const Candidate& candidate, const std::set<std::string>& missing,
             const std::set<std::string>& compiled) {
    const auto kinds = std::count_if(candidate.kinds.begin(), candidate.kinds.end(),
                                     [&](const std::string& kind) { return missing.count(kind) != 0; });
    const auto kernels = std::count_if(candidate.functions.begin(), candidate.functions.end(),
                                       [&](const std::string& one) { return compiled.count(one) == 0; });
    return static_cast<double>(kinds) /
           static_cast<double>(2 + static_cast<std::ptrdiff_t>(candidate.graph.stages.size()) + 4 * kernels);
}

}  // namespace

Chosen chosen_graphs(const DeviceFacts& device) {
    Chosen chosen;
    chosen.missing = all_kinds(builtin_stages());
    std::vector<Candidate> candidates;
    std::set<std::string> wanted = chosen.missing;
    std::size_t planned = 0;
    for (std::uint64_t seed = 1; seed <= seeds || (seed <= most_seeds && !chosen.missing.empty()); ++seed) {
        candidates.push_back(candidate(random_graph(seed)));
        // Planning takes a few milliseconds, and what it decides it decides for small graphs too.
        if (candidates.back().graph.stages.size() <= small && planned++ < most_planned)
            candidates.back().kinds.merge(planned_kinds(candidates.back().graph, device));
        take_out(chosen.missing, candidates.back().kinds);
        wanted.insert(candidates.back().kinds.begin(), candidates.back().kinds.end());
    }
    take_out(wanted, chosen.missing);

    std::set<std::string> compiled;
    while (!wanted.empty()) {
        const auto best =
            std::max_element(candidates.begin(), candidates.end(), [&](const auto& a, const auto& b) {
                return worth(a, wanted, compiled) < worth(b, wanted, compiled);
            });
        take_out(wanted, best->kinds);
        compiled.merge(best->functions);
        chosen.graphs.push_back(std::move(best->graph));
        candidates.erase(best);
    }
    return chosen;
}

}  // namespace sluice::property
