#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>

using namespace sluice;
using namespace sluice::test;

namespace {

const CheckOptions open{true, false};

std::string ids(const CheckedGraph& graph) {
    std::string text;
    for (const CheckedNode& node : graph.nodes) text += (text.empty() ? "" : " ") + node.id;
    return text;
}

}  // namespace

TEST_CASE("a save passes its image on") {
    CHECK(edges(checked("load a | save b | gamma | save c")) ==
          "load > save.src, load > gamma.src, gamma > save.2.src");
    CHECK(edges(checked("load a | save b; gamma from=save | save c")) ==
          "load > save.src, load > gamma.src, gamma > save.2.src");
}

TEST_CASE("every parameter has a value of its declared type") {
    const CheckedGraph graph =
        checked("load a.png | normalize low=5 out=0,255 channels=r,b in=auto | save b.png");
    const Values& values = graph.nodes[1].values;
    CHECK(values.at("mode") == Value("minmax"));
    CHECK(values.at("low") == Value(5.0));
    CHECK(values.at("high") == Value(99.0));
    CHECK(values.at("out") == Value(std::vector<double>{0, 255}));
    CHECK(values.at("in") == Value("auto"));
    CHECK(values.at("clamp") == Value(true));
    CHECK(values.at("bins") == Value(std::int64_t{256}));
    CHECK(values.at("channels") == Value(std::vector<std::string>{"r", "b"}));
    CHECK(values.size() == 8);
    CHECK(graph.nodes[1].param_places.at("low").text() == "chain:1:24");
    CHECK(graph.nodes[1].param_places.count("high") == 0);
    CHECK(graph.nodes[1].place.text() == "chain:1:14");
    CHECK(graph.nodes[1].stage == sample_registry().find("normalize"));
}

TEST_CASE("a bare word is the first parameter") {
    CHECK(checked("load a.png | gamma 2.5 | save b.png").nodes[1].values.at("exponent") == Value(2.5));
    CHECK(checked("load a.png | convert f32 space=linear | save b.png").nodes[1].values.at("pixel") ==
          Value("f32"));
}

TEST_CASE("unnamed nodes are called after their stage, and numbered") {
    CHECK(ids(checked("load a | gamma | gamma | gamma id=g | gamma | save b")) ==
          "load gamma gamma.2 g gamma.3 save");
    CHECK(ids(checked("load a | gamma | convert id=gamma | save b")) == "load gamma.2 gamma save");
}

TEST_CASE("a node takes the image of the one before") {
    CHECK(edges(checked("load a | convert | save b")) == "load > convert.src, convert > save.src");
    CHECK(edges(checked("load a | reduce | describe; apply from=load,describe | save b")) ==
          "load > reduce.src, reduce > describe.stats, load > apply.src, describe > apply.scale, apply > "
          "save.src");
}

TEST_CASE("only an output of the right type is taken") {
    // normalize gives an image and a table; split two images and a table.
    CHECK(edges(checked("load a | normalize | describe; save b from=normalize")) ==
          "load > normalize.src, normalize.stats > describe.stats, normalize > save.src");
    CHECK(edges(checked("load a | split | save b; save c from=split.dark")) ==
          "load > split.src, split > save.src, split.dark > save.2.src");
    CHECK(edges(checked("load a | normalize; describe from=normalize; save b from=normalize")) ==
          "load > normalize.src, normalize.stats > describe.stats, normalize > save.src");
}

TEST_CASE("from names nodes, outputs and inputs") {
    CHECK(edges(checked("load a id=x | gamma; load b id=y; blend from=x,y,gamma | save c")) ==
          "x > gamma.src, x > blend.src, y > blend.other, gamma > blend.mask, blend > save.src");
    CHECK(edges(checked("load a id=x | gamma; load b id=y; blend from=mask:gamma,other:y,src:x | save c")) ==
          "x > gamma.src, x > blend.src, y > blend.other, gamma > blend.mask, blend > save.src");
    CHECK(edges(checked("load a id=x; load b | blend from=other:x | save c")) ==
          "load > blend.src, x > blend.other, blend > save.src");
    CHECK(edges(checked("load a | gamma | gamma | save b from=gamma.2; save c from=gamma.dst; save d "
                        "from=gamma.2.dst")) ==
          "load > gamma.src, gamma > gamma.2.src, gamma.2 > save.src, gamma > save.2.src, gamma.2 > "
          "save.3.src");
}

TEST_CASE("nodes stand behind those that they need, else in the author's order") {
    CHECK(ids(checked("load a id=l; save z from=late; gamma id=late from=l; save y from=l")) ==
          "l late save save.2");
    CHECK(ids(checked("load a id=a; load b id=b; save x from=a; save y from=b")) == "a b save save.2");
    CHECK(edges(checked("save z from=late; gamma id=late from=l; load a id=l")) ==
          "l > late.src, late > save.src");
}

TEST_CASE("open ends become the application's images") {
    CHECK(edges(checked("gamma", open)) == "input > gamma.src, gamma > output.src");
    CHECK(ids(checked("gamma", open)) == "input gamma output");
    CHECK(edges(checked("blend", open)) == "input > blend.src, input.2 > blend.other, blend > output.src");
    CHECK(edges(checked("gamma | split", open)) ==
          "input > gamma.src, gamma > split.src, split > output.src, split.dark > output.2.src");
    CHECK(edges(checked("gamma; convert", open)) ==
          "input > gamma.src, input.2 > convert.src, gamma > output.src, convert > output.2.src");
    CHECK(edges(checked("load a | reduce", open)) == "load > reduce.src");
    CHECK(edges(checked("load a | save b", open)) == "load > save.src");
    CHECK(edges(checked("gamma id=input", open)) == "input.2 > input.src, input > output.src");
}

TEST_CASE("the application's images may be named outright") {
    CHECK(edges(checked("input | gamma | output")) == "input > gamma.src, gamma > output.src");
}

TEST_CASE("without the stages for open ends the registry is at fault, not the user") {
    const Registry bare({*sample_registry().find("gamma")});
    Diagnostics faults;
    check(Graph::from_chain("gamma"), bare, faults, open);
    CHECK(faults.text() == "there is no stage 'input'; there are: gamma");
}

TEST_CASE("an image that nobody takes is a warning, a table is not") {
    Diagnostics faults;
    const CheckedGraph graph = check(
        Graph::from_chain("load a | normalize | reduce; load b | split | save c"), sample_registry(), faults);
    CHECK(faults.ok());
    CHECK(graph.nodes.size() == 6);
    CHECK(faults.text() == "warning: chain:1:39: the result 'dark' of split is not used");
    CHECK(faults_of_chain("load a | reduce").empty());
    CHECK(faults_of_chain("load a") == "warning: chain:1:1: the result of load is not used");
}

TEST_CASE("a graph with a fault is empty, and earlier diagnostics are kept") {
    Diagnostics faults;
    faults.warning({}, "", "from before");
    CHECK(check(Graph::from_chain("load a | gama | save b"), sample_registry(), faults).nodes.empty());
    CHECK(faults.text() ==
          "warning: from before\nchain:1:10: there is no stage 'gama' (did you mean 'gamma'?)");
}

TEST_CASE("one fault does not hide another, nor make one up") {
    CHECK(faults_of_chain(
              "lod a | gamma 2 exponnt=3 | blend from=gamma,nobody amount=2 | save id=a.b b quality=0") ==
          "chain:1:1: there is no stage 'lod' (did you mean 'load'?)\n"
          "chain:1:17: gamma: there is no parameter 'exponnt' (did you mean 'exponent'?)\n"
          "chain:1:35: blend: there is no node 'nobody'; there are: lod, gamma, blend, a.b\n"
          "chain:1:53: blend.amount: 2 is outside [0, 1]\n"
          "chain:1:69: 'a.b' cannot be an id; ids consist of letters, digits, '_' and '-'\n"
          "chain:1:78: a.b.quality: 0 is outside [1, 100]");
}

TEST_CASE("a thousand wrong names cost no time") {
    std::string chain = "load a";
    for (int i = 1; i < 1000; ++i) {
        const std::string name = std::to_string(i * 7919) + std::string(24, 'x');
        chain += "|gamma id=" + name + " from=y" + name + " z" + name + "=1";
    }
    const std::clock_t begin = std::clock();
    const std::string text = faults_of_chain(chain);
    CHECK(std::count(text.begin(), text.end(), '\n') == 2 * 999 - 1);
    CHECK(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC < 5.0);
}
