#include "pipeline/graph/chain_text.hpp"

#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;

namespace {

const CheckOptions of_batch{.paths_later = true};

CheckedGraph read_again(const CheckedGraph& graph) {
    Diagnostics faults;
    CheckedGraph again = check(Graph::from_chain(chain_text(graph)), graph.registry, faults, of_batch);
    REQUIRE_MESSAGE(faults.ok(), faults.text());
    return again;
}

CheckedGraph of_chain(const std::string& chain) {
    Diagnostics faults;
    CheckedGraph graph =
        check(wrapped(Graph::from_chain(chain), sample_registry()), sample_registry(), faults, of_batch);
    REQUIRE_MESSAGE(faults.ok(), faults.text());
    return graph;
}

}  // namespace

TEST_CASE("a pipeline as text does the same when it is read again") {
    const std::vector<std::string> chains{
        "gamma exponent=2 | save quality=80",
        "gamma 2 | gamma id=load | gamma",
        "load 'a b;c|d\"e.png' id=mark; load | gamma | blend from=gamma,mark",
        "load | gamma | blend from=gamma,mark; load a id=mark",
        "load id=x | split id=s; blend from=s.dark,x | blend from=blend,s",
        "load | reduce | describe; apply from=load,describe | save",
        "load id=save | gamma id=gamma | gamma",
    };
    for (const std::string& chain : chains) {
        const CheckedGraph graph = of_chain(chain), again = read_again(graph);
        CAPTURE(chain);
        CAPTURE(chain_text(graph));
        REQUIRE(again.nodes.size() == graph.nodes.size());
        for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
            CHECK(again.nodes[i].stage == graph.nodes[i].stage);
            CHECK(again.nodes[i].values == graph.nodes[i].values);
            REQUIRE(again.nodes[i].inputs.size() == graph.nodes[i].inputs.size());
            for (std::size_t port = 0; port < graph.nodes[i].inputs.size(); ++port) {
                const auto &is = again.nodes[i].inputs[port], &was = graph.nodes[i].inputs[port];
                REQUIRE(is.has_value() == was.has_value());
                if (was) CHECK((is->node == was->node && is->port == was->port));
            }
        }
    }
}

TEST_CASE(
    "a pipeline as text has the ids and the edges that its author wrote, and nothing that he left out") {
    CHECK(chain_text(of_chain("gamma exponent=2")) == "load | gamma exponent=2 | save");
    CHECK(chain_text(of_chain("load mark.png id=m; load | gamma 2 | blend from=gamma,m")) ==
          "load id=m path=mark.png; load | gamma exponent=2 | blend from=gamma,m | save");
}
