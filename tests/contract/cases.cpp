#include "tests/contract/cases.hpp"

#include "pipeline/sluice/plan.hpp"
#include "tests/property/random_params.hpp"
#include "tests/stage_facts.hpp"

#include <algorithm>
#include <cstdlib>

namespace sluice::contract {
namespace {

using property::GraphCase;
using property::Params;

template <class Suits>
std::vector<const StageDef*> those_that(Suits suits) {
    std::vector<const StageDef*> list = stages();
    std::erase_if(list, [&](const StageDef* stage) { return !suits(*stage); });
    return list;
}

// Its keywords, choices and truth values; one list of choices with all of them.
std::vector<std::string> words(const ParamDecl& param) {
    std::vector<std::string> all = param.keywords;
    if (param.type == ParamType::choices) {
        std::string list;
        for (const std::string& choice : param.choices) list += (list.empty() ? "" : ",") + choice;
        all.push_back(list);
    }
    all.insert(all.end(), param.choices.begin(), param.choices.end());
    if (param.type == ParamType::boolean) all.insert(all.end(), {"true", "false"});
    return all;
}

}  // namespace

std::vector<const StageDef*> stages() {
    std::vector<const StageDef*> list = builtin_stages().all();
    const std::vector<std::string> asked = test::asked_stages();
    std::erase_if(list, [&](const StageDef* stage) {
        return !asked.empty() && std::find(asked.begin(), asked.end(), stage->name) == asked.end();
    });
    return list;
}

std::vector<const StageDef*> stages_for_users() { return those_that(test::is_for_users); }

std::vector<const StageDef*> points() {
    return those_that(
        [](const StageDef& stage) { return test::is_point(stage) && !test::takes_tables(stage); });
}

property::SourceImage source(const std::string& id, const ImageFormat& format) {
    return {id, format, {.seed = id.size(), .nan = true, .inf = true, .transparent = 0.3}, {}};
}

GraphCase graph_of(const StageDef& stage, const Params& params, const ImageFormat& format) {
    GraphCase graph;
    property::StageText text{stage.name, "s1", params, {}};
    const auto connect = [&](const ImageFormat& of_port) {
        const std::string id = "image" + std::string(graph.sources.size(), '_');
        graph.sources.push_back(source(id, of_port));
        text.from.push_back(id);
    };
    for (const PortDecl& port : stage.inputs) {
        if (port.optional) break;
        connect(format);
    }
    for (const ImageFormat& beside : property::formats_beside(stage, params, format)) connect(beside);
    graph.stages.push_back(std::move(text));
    return graph;
}

std::vector<Params> cases(const StageDef& stage, const ImageFormat& format) {
    const auto legal = [&](const Params& params) {
        return property::is_legal(graph_of(stage, params, format));
    };
    reference::Random random(1);
    std::optional<Params> least;
    if (legal({})) least = Params{};
    for (int tries = 0; !least && tries < 20; ++tries)
        least = property::random_params(random, stage, format, legal);
    if (!least) return {};
    std::vector<Params> cases{*least};
    for (const ParamDecl& param : stage.params)
        for (const std::string& word : words(param)) {
            Params with = *least;
            std::erase_if(with, [&](const auto& given) {
                return given.first == param.name || (param.only_for && given.first == param.only_for->param);
            });
            if (param.only_for) with.emplace_back(param.only_for->param, param.only_for->values.front());
            with.emplace_back(param.name, word);
            if (legal(with)) cases.push_back(std::move(with));
        }
    return cases;
}

}  // namespace sluice::contract
