#include "apps/edit/viewed.hpp"
#include "apps/edit/document.hpp"
#include "pipeline/sluice/plan.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::apps;

namespace {

CheckedGraph checked_view(const std::string& chain) {
    Diagnostics faults;
    CheckedGraph graph = checked_whole(Graph::from_chain(chain), builtin_stages(), faults);
    REQUIRE_MESSAGE(faults.ok(), faults.text().text());
    return graph;
}

std::string stages_in_view(const CheckedGraph& graph) {
    std::string all;
    for (const CheckedNode& node : graph.nodes) all += (all.empty() ? "" : " ") + node.stage->name;
    return all;
}

Value value_in_view(const CheckedGraph& graph, const std::string& id, const std::string& param) {
    return graph.nodes[graph.find(id).value()].values.at(param);
}

}  // namespace

TEST_CASE("the image that is shown is what the last save takes, or else the last one") {
    const auto shown_by = [](const std::string& chain) {
        const CheckedGraph graph = checked_view(chain);
        return graph.nodes[last_image(graph).value()].id;
    };
    CHECK(shown_by("load a.png | gamma 2 | save b.png") == "gamma");
    CHECK(shown_by("load a.png | gamma 2 | save b.png ; invert from=load | save c.png") == "invert");
    CHECK(shown_by("load a.png | gamma 2") == "gamma");
}

TEST_CASE("a save shows what it saves, and statistics show nothing") {
    const CheckedGraph graph = checked_view("load a.png | gamma 2 | save b.png ; reduce mean from=gamma");
    const std::size_t gamma = graph.find("gamma").value();
    CHECK(image_of(graph, gamma) == gamma);
    CHECK(image_of(graph, graph.find("save").value()) == gamma);
    CHECK(image_of(graph, graph.find("reduce").value()) == std::nullopt);
}

TEST_CASE("only what the image needs is computed, and statistics of the same images") {
    const CheckedGraph graph = checked_view(
        "load a.png id=a | gamma 2 | save b.png ; grey from=a | reduce mean ; invert from=a | save c.png");
    const std::size_t gamma = graph.find("gamma").value(), grey = graph.find("grey").value();
    CHECK(stages_in_view(shown(graph, gamma, std::nullopt)) == "input gamma output");
    CHECK(stages_in_view(shown(graph, grey, std::nullopt)) == "input grey reduce output");
    const CheckedGraph part = shown(graph, gamma, View{100, 50, View::Part{3, 4, 200, 300}});
    CHECK(stages_in_view(part) == "input gamma crop resize output");
    CHECK(value_in_view(part, "view.crop", "x") == Value(std::int64_t{3}));
    CHECK(value_in_view(part, "view.resize", "width") == Value(std::int64_t{100}));
    CHECK(part.nodes.front().id == "a");
}

TEST_CASE("parameters in pixels are scaled, within their ranges") {
    const CheckedGraph graph = checked_view(
        "load a.png max_pixels=1000 | gaussian 8,4 truncate=3 | crop 100x80+10+20 | median 3 | gamma 0.5 | "
        "pad left=9 | "
        "resize width=1 height=300 | save b.png");
    const CheckedGraph small = scaled(graph, 0.25);
    CHECK(value_in_view(small, "gaussian", "sigma") == Value(std::vector<double>{2, 1}));
    CHECK(value_in_view(small, "gaussian", "truncate") == Value(3.0));
    CHECK(value_in_view(small, "crop", "width") == Value(std::int64_t{25}));
    CHECK(value_in_view(small, "crop", "y") == Value(std::int64_t{5}));
    CHECK(value_in_view(small, "median", "radius") == Value(std::int64_t{1}));
    CHECK(value_in_view(small, "gamma", "exponent") == Value(0.5));
    CHECK(value_in_view(small, "pad", "left") == Value(std::int64_t{2}));
    CHECK(value_in_view(small, "resize", "width") == Value(std::int64_t{1}));  // the least that is allowed
    CHECK(value_in_view(small, "resize", "height") == Value(std::int64_t{75}));
    CHECK(value_in_view(small, "load", "max_pixels") == Value(std::int64_t{1000}));  // sizes of files stay
}
