#include "apps/edit/document.hpp"
#include "pipeline/graph/chain_text.hpp"
#include "pipeline/sluice/plan.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::apps;

namespace {

const Registry& all_stages() { return builtin_stages(); }

std::string chain_when_checked(const Graph& graph) {
    Diagnostics faults;
    const CheckedGraph checked = checked_whole(graph, all_stages(), faults);
    REQUIRE_MESSAGE(faults.ok(), faults.text().text());
    return chain_text(checked);
}

}  // namespace

TEST_CASE("a document, its chain, its YAML and its JSON are the same pipeline") {
    for (const char* chain :
         {"load a.jpg | normalize percentile low=2 | resize 50% | save out.png", "gamma 0.8",
          "load a.png id=m; load b.png | normalize from=load,m | save c.png",
          "load a.png id=m; load b.png | normalize from=mask:m | save c.png",
          "load 'a b.png' | pad 10 color=#ff8800 | curves 0,0;0.5,0.6;1,1 | save \"it's.png\"",
          "load 'a: #b, [c].png' | convolve -1,0,1/-2,0,2/-1,0,1 | save '${x}.png'",
          "load a.png | resize width='${load.width / 4}' | gaussian '${load.height / 100},${min(load.width, "
          "9)}'",
          "load x.png | save 1.png | flip | save 2.png ; invert from=load | save 3.png"}) {
        CAPTURE(chain);
        const Graph graph = Graph::from_chain(chain);
        const Graph again = graph_of(document_of(graph, all_stages()));
        const std::string expected = chain_when_checked(graph);
        CHECK(chain_when_checked(again) == expected);
        CHECK(chain_when_checked(Graph::from_chain(chain_of(again, all_stages()))) == expected);
        CHECK(chain_when_checked(Graph::from_text(yaml_text(again, all_stages()), "a.yaml")) == expected);
        CHECK(chain_when_checked(Graph::from_text(json_text(again, all_stages()), "a.json")) == expected);
        // Nothing changes from one time to the next.
        const Json document = document_of(again, all_stages());
        CHECK(document_of(Graph::from_chain(chain_of(again, all_stages())), all_stages()) == document);
    }
}

TEST_CASE("short forms become parameters with names") {
    const Json document =
        document_of(Graph::from_chain("load a.jpg | resize 800x600 | gamma 0.5"), all_stages());
    CHECK(document["nodes"][1]["params"] == Json{{"width", "800"}, {"height", "600"}});
    CHECK(document["nodes"][2]["params"] == Json{{"exponent", "0.5"}});
}

TEST_CASE("the options of a batch stay") {
    const Graph graph =
        Graph::from_text("sluice: 1\nbatch: {overwrite: newer}\nstages:\n  - invert\n", "a.yaml");
    const Json document = document_of(graph, all_stages());
    CHECK(document["batch"] == Json{{"overwrite", "newer"}});
    const Graph again = Graph::from_text(yaml_text(graph_of(document), all_stages()), "a.yaml");
    REQUIRE(again.batch.size() == 1);
    CHECK(again.batch[0].name == "overwrite");
}

TEST_CASE("all faults stand at their nodes and parameters") {
    const Json document = Json::parse(R"({"nodes": [
        {"stage": "load", "params": {}}, {"stage": "gamma", "params": {"exponent": "-1"}},
        {"stage": "blurr", "params": {}}, {"stage": "levels", "params": {"gamma": "2", "black": "x"}}]})");
    Diagnostics faults;
    checked_whole(graph_of(document), all_stages(), faults);
    const Json found = faults_json(faults, document);
    REQUIRE(found.size() == 3);
    CHECK(found[0]["node"] == 1);
    CHECK(found[0]["param"] == "exponent");
    CHECK(found[1]["node"] == 2);
    CHECK(found[2]["node"] == 3);
    CHECK(found[2]["param"] == "black");
}

TEST_CASE("what is no document is refused") {
    for (const char* text : {"[]", "{}", R"({"nodes": 3})", R"({"nodes": [3]})", R"({"nodes": [{}]})",
                             R"({"nodes": [{"stage": "gamma", "params": {"exponent": 3}}]})",
                             R"({"nodes": [{"stage": "gamma", "from": [["a"]]}]})"})
        CHECK_THROWS_AS(graph_of(Json::parse(text)), Error);
}
