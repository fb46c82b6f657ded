#include "pipeline/graph/measured.hpp"

#include "pipeline/graph/complete_values.hpp"
#include "pipeline/graph/declaration.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

struct Shorten {
    int by = 1;
};

// Becomes as many gammas as the Table says, none of which there are for 13.
StageDef shorten() {
    return measured<Shorten>("shorten", "Has a size that follows from pixels.")
        .param("by", &Shorten::by, "A number.", range(1, 9))
        .measures([](const Shorten&) { return StandIn{"reduce"}; })
        .becomes([](const Shorten& p, const Table& table) -> StandIn {
            const double found = table.real("max") + p.by;
            if (found > 100) return {"lost", {}};
            return {"gamma", {{"exponent", found}}, found > 50 ? "it is large" : ""};
        })
        .largest([](const Shorten&) { return StandIn{"convert"}; });
}

const Registry& registry() {
    static const Registry all = [] {
        Registry made = sample_registry();
        made.add(shorten());
        return made;
    }();
    return all;
}

CheckedGraph graph_of(const std::string& chain) {
    Diagnostics faults;
    CheckedGraph graph = check(Graph::from_chain(chain), registry(), faults, {.open_ends = true});
    REQUIRE_MESSAGE(faults.ok(), faults.text());
    return graph;
}

Table of_maximum(double max) {
    TableLayout layout;
    layout.channels = {"joint"};
    layout.fields = {{"max", FieldType::f32}};
    Table table(layout);
    table.set("max", 0, 0, 0, max);
    return table;
}

std::string stages(const CheckedGraph& graph) {
    std::string text;
    for (const CheckedNode& node : graph.nodes)
        text += (text.empty() ? "" : " ") + node.id + ":" + node.stage->name;
    return text;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("what measures is the stage and all before it, without what stands beside and behind it") {
    const CheckedGraph graph =
        graph_of("input | gamma id=a 2 | shorten id=s | gamma id=b; gamma from=a id=c; gamma from=s id=d");
    REQUIRE(has_measured(graph));
    CHECK(first_measured(graph)->id == "s");
    const Measuring first = measuring(graph);
    CHECK(first.measured == Ids{"s"});
    CHECK(stages(first.graph) == "input:input a:gamma s:reduce");
    CHECK(edges(first.graph) == "input > a.src, a > s.src");
    CHECK(first.graph.nodes.back().stands_in);
    CHECK_FALSE(has_measured(first.graph));
}

TEST_CASE("those that stand behind another one are measured later") {
    CheckedGraph graph = graph_of("shorten id=a | gamma | shorten id=b; shorten from=a id=c");
    CHECK(measuring(graph).measured == Ids{"a"});
    put_in_place(graph, "a", of_maximum(3));
    const Measuring next = measuring(graph);
    CHECK(next.measured == Ids{"b", "c"});
    CHECK(stages(next.graph) == "input:input a:gamma gamma:gamma b:reduce c:reduce");
    for (const std::string& id : next.measured) put_in_place(graph, id, of_maximum(5));
    CHECK_FALSE(has_measured(graph));
}

TEST_CASE("what a stage becomes has its id, its place and its inputs, and all parameters") {
    CheckedGraph graph = graph_of("gamma 2 | shorten id=s 4 | gamma id=b");
    std::vector<std::string> said;
    put_in_place(graph, "s", of_maximum(10), [&](const Wording& text) { said.push_back(text); });
    const CheckedNode& node = graph.nodes[graph.find("s").value()];
    CHECK(node.stage->name == "gamma");
    CHECK(node.values.at("exponent") == Value(14.0));
    CHECK(node.stands_in);
    CHECK(edges(graph) == "input > gamma.src, gamma > s.src, s > b.src, b > output.src");
    CHECK(said.empty());
    CheckedGraph large = graph_of("shorten id=s");
    put_in_place(large, "s", of_maximum(70), [&](const Wording& text) { said.push_back(text); });
    CHECK(said == std::vector<std::string>{"s: it is large"});
}

TEST_CASE("a stand-in is checked as any stage of a pipeline") {
    CheckedGraph graph = graph_of("shorten id=s");
    CHECK(error_of([&] { put_in_place(graph, "s", of_maximum(1000)); }) ==
          "chain:1:1: s: needs stage lost, which the registry does not have");
    CHECK(error_of([&] {
              put_in_place(graph, "s", of_maximum(-50));
          }).starts_with("chain:1:1: s.exponent: -49"));
    CHECK(has_measured(graph));  // as it was
}

TEST_CASE("with the largest results there is a graph for each time that something is measured") {
    CHECK(with_largest(graph_of("gamma 2")).size() == 1);
    const std::vector<Measuring> all = with_largest(graph_of("shorten id=a | shorten id=b"));
    REQUIRE(all.size() == 3);
    CHECK(stages(all[0].graph) == "input:input a:reduce");
    CHECK(stages(all[1].graph) == "input:input a:convert b:reduce");
    CHECK(stages(all[2].graph) == "input:input a:convert b:convert output:output");
}

TEST_CASE("a stage of this kind says what stands in for it") {
    CHECK(declaration_faults(shorten()).empty());
    StageDef stage = shorten();
    std::get<MeasuredDef>(stage.of_kind).largest = nullptr;
    CHECK(declaration_faults(stage) ==
          std::vector<std::string>{"a measured needs measures, becomes and largest"});
}

TEST_CASE("parameters that are left out have their defaults, and wrong ones say where") {
    const StageDef& gamma = *registry().find("gamma");
    CHECK(complete_values(gamma, {}, "g", {}).at("exponent") == Value(1.0));
    CHECK(error_of([&] {
              complete_values(gamma, {{"exponnet", 2.0}}, "g", {});
          }) == "g: stage gamma has no parameter exponnet");
    CHECK(error_of([&] { complete_values(*registry().find("load"), {}, "l", {}); }) == "l.path: is required");
}
