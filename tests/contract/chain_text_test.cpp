// A pipeline as text (the report of a batch shows it) does the same when it is read again, whatever the
// stages and the values.
#include "pipeline/graph/chain_text.hpp"
#include "tests/contract/cases.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace sluice;
using namespace sluice::contract;

TEST_CASE("each stage with each of its choices is written as it is read") {
    for (const StageDef* stage : stages_for_users())
        for (const ImageFormat& format : {ImageFormat{19, 13, 3}, ImageFormat{19, 13, 1, Pixel::f32}})
            for (const property::Params& params : cases(*stage, format)) {
                const CheckedGraph graph = property::checked(graph_of(*stage, params, format));
                const std::string text = chain_text(graph);
                CAPTURE(text);
                Diagnostics faults;
                const CheckedGraph again = check(Graph::from_chain(text), graph.registry, faults);
                REQUIRE_MESSAGE(faults.ok(), faults.text());
                REQUIRE(again.nodes.size() == graph.nodes.size());
                for (std::size_t i = 0; i < graph.nodes.size(); ++i) {
                    CHECK(again.nodes[i].stage->name == graph.nodes[i].stage->name);
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
