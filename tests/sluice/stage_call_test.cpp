// Stages as structs of C++ are the nodes that a chain makes.
#include "pipeline/graph/checked_graph.hpp"
#include "pipeline/sluice/plan.hpp"

#include <doctest/doctest.h>
#include <sluice/stages.hpp>

#include <string>
#include <vector>

namespace {

using namespace sluice;

CheckedGraph checked_nodes(const Graph& graph) {
    Diagnostics faults;
    CheckedGraph found = check(graph, builtin_stages(), faults, {.paths_later = true});
    CHECK_MESSAGE(faults.ok(), faults.text().text());
    return found;
}

void check_alike(const Graph& graph, const std::string& chain) {
    CAPTURE(chain);
    const CheckedGraph one = checked_nodes(graph), other = checked_nodes(Graph::from_chain(chain));
    REQUIRE(one.nodes.size() == other.nodes.size());
    for (std::size_t i = 0; i < one.nodes.size(); ++i) {
        CHECK(one.nodes[i].id == other.nodes[i].id);
        CHECK(one.nodes[i].stage == other.nodes[i].stage);
        CHECK(one.nodes[i].values == other.nodes[i].values);
    }
}

}  // namespace

TEST_CASE("structs that are joined are the chain of their stages") {
    namespace s = stages;
    check_alike(s::load{.path = "a.png"} | s::invert{} | s::save{.path = "b.png"},
                "load a.png | invert | save b.png");
    check_alike(s::load{.path = "a.png", .lenient = true, .page = 2} |
                    s::resize{.width = 640, .filter = s::resize::Filter::lanczos3} | s::save{.path = "b.png"},
                "load a.png lenient=true page=2 | resize 640 filter=lanczos3 | save b.png");
    check_alike(s::load{.path = "a.png"} | s::resize{.width = "auto", .scale = "50%"} |
                    s::normalize{.mode = s::normalize::Mode::percentile, .out = {0, 200}, .low = 1} |
                    s::save{.path = "b.png"},
                "load a.png | resize scale=50% | normalize percentile low=1 out=0,200 | save b.png");
}

TEST_CASE("what is not set stays unset, and words that C++ keeps have an underscore") {
    const Graph graph = stages::resize{.filter = stages::resize::Filter::auto_};
    REQUIRE(graph.nodes.size() == 1);
    REQUIRE(graph.nodes[0].params.size() == 1);
    CHECK(graph.nodes[0].params[0].name == "filter");
    CHECK(graph.nodes[0].params[0].value == Value(std::string("auto")));
    CHECK(Graph(stages::and_{}).nodes[0].stage == "and");
}

TEST_CASE("a struct joins a Graph of other origin, and takes images from where it says") {
    namespace s = stages;
    check_alike(Graph::from_chain("load a.png id=first") | s::invert{.id = "second"} |
                    s::and_{.from = {"first", "second"}} | s::save{.path = "b.png"},
                "load a.png id=first | invert id=second | and from=first,second | save b.png");
    check_alike(s::load{.path = "a.png"} | s::reduce{.quantities = {"min", "max"}},
                "load a.png | reduce quantities=min,max");
}
