#include "pipeline/graph/limits.hpp"
#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

// "stage name=value bare": what was read, one node.
std::string words(const GraphNode& node) {
    std::string result = node.stage;
    for (const GraphParam& p : node.params)
        result += " " + (p.name.empty() ? "" : p.name + "=") + std::get<std::string>(p.value);
    return result;
}

}  // namespace

TEST_CASE("a chain is stages with their parameters") {
    const Graph graph = Graph::from_chain(
        "load photo.jpg | convert pixel=f32 space=linear | normalize mode=percentile low=1 out=0,255|save "
        "out.png");
    REQUIRE(graph.nodes.size() == 4);
    CHECK(words(graph.nodes[0]) == "load photo.jpg");
    CHECK(words(graph.nodes[1]) == "convert pixel=f32 space=linear");
    CHECK(words(graph.nodes[2]) == "normalize mode=percentile low=1 out=0,255");
    CHECK(words(graph.nodes[3]) == "save out.png");
    CHECK(graph.nodes[0].starts_branch);
    CHECK_FALSE(graph.nodes[1].starts_branch);
    CHECK(graph.nodes[1].place.text() ==
          "chain"
          ":1:18");
    CHECK(graph.nodes[1].params[1].place.text() ==
          "chain"
          ":1:36");
}

TEST_CASE("quotes work as in a shell") {
    const auto first = [](const std::string& chain) {
        return std::get<std::string>(Graph::from_chain(chain).nodes.at(0).params.at(0).value);
    };
    CHECK(first("load 'my photo.jpg'") == "my photo.jpg");
    CHECK(first("load \"my photo.jpg\"") == "my photo.jpg");
    CHECK(first("load my\\ photo.jpg") == "my photo.jpg");
    CHECK(first("load my' 'photo.jpg") == "my photo.jpg");
    CHECK(first("load 'a|b;c'") == "a|b;c");
    CHECK(first("load a\\|b") == "a|b");
    CHECK(first("load '\"'") == "\"");
    CHECK(first("load \"it's\"") == "it's");
    CHECK(first("load 'a\\b'") == "a\\b");
    CHECK(first("load \"a\\b\"") == "a\\b");
    CHECK(first("load \"a\\\"\\\\b\"") == "a\"\\b");
    CHECK(first("load path='a b'") == "a b");
    CHECK(first("load path=''").empty());
    CHECK(first("load ''").empty());
    CHECK(first("load 'a=b.png'") == "a=b.png");
    CHECK(first("load a\\=b.png") == "a=b.png");
    CHECK(first("load path=a=b.png") == "a=b.png");
    CHECK(first("load 'caf\xC3\xA9.png'") == "caf\xC3\xA9.png");
}

TEST_CASE("a colour of CSS is one word, whatever blanks it has") {
    const auto read = [](const std::string& chain) { return words(Graph::from_chain(chain).nodes.at(0)); };
    CHECK(read("load #ff8800 low=1") == "load #ff8800 low=1");
    CHECK(read("load rgb(50% 0% 0%) low=1") == "load rgb(50% 0% 0%) low=1");
    CHECK(read("load low=rgb(255, 128, 0)|save b") == "load low=rgb(255, 128, 0)");
    CHECK(read("load RGBA(1 2 3 / 50%)") == "load RGBA(1 2 3 / 50%)");
    CHECK(read("load rgb(1.png b=2)") == "load rgb(1.png b=2)");  // a file
    CHECK(read("load a(1 b=2)") == "load a(1 b=2)");
    CHECK(Graph::from_chain("load rgb(1 | save b").nodes.size() == 2);
}

TEST_CASE("a semicolon between two numbers belongs to their list") {
    const Graph graph =
        Graph::from_chain("curves 0,0;0.5,0.6;1,1 | convolve 0,-1;.5,1;-1,+2;invert;gamma 2; gamma");
    REQUIRE(graph.nodes.size() == 5);
    CHECK(graph.nodes[0].params[0].value == Value("0,0;0.5,0.6;1,1"));
    CHECK(graph.nodes[1].params[0].value == Value("0,-1;.5,1;-1,+2"));
    CHECK(graph.nodes[2].stage == "invert");
    CHECK(graph.nodes[3].params[0].value == Value("2"));
    CHECK(graph.nodes[4].starts_branch);
}

TEST_CASE("a text that was written for a chain is read back from it") {
    for (const std::string text :
         {"plain", "two words", "a'b\"c\\d", "x|y;z", "", "k=v", "tab\there", "\n"}) {
        const Graph graph = Graph::from_chain("load " + sluice::text(Value(text)));
        CHECK(graph.nodes.at(0).params.at(0).name.empty());
        CHECK(graph.nodes.at(0).params.at(0).value == Value(text));
    }
}

TEST_CASE("id and from say something about the node") {
    const Graph graph =
        Graph::from_chain("load a id=one; gamma from=one id=two; blend from=one,mask:two.dst");
    CHECK(graph.nodes[0].id == "one");
    CHECK(graph.nodes[0].id_place.text() ==
          "chain"
          ":1:8");
    CHECK(graph.nodes[1].starts_branch);
    REQUIRE(graph.nodes[2].from.size() == 2);
    CHECK(graph.nodes[2].from[0].first.empty());
    CHECK(graph.nodes[2].from[0].second.node == "one");
    CHECK(graph.nodes[2].from[1].first == "mask");
    CHECK(graph.nodes[2].from[1].second.node == "two.dst");
    CHECK(graph.nodes[2].from[1].second.place.text() ==
          "chain"
          ":1:45");
    CHECK(graph.nodes[0].params.size() == 1);
}

TEST_CASE("lines are counted, and columns in characters") {
    const Graph graph = Graph::from_chain("load 'caf\xC3\xA9' | gamma\n  | save\r\n\t'two\nlines' quality=5");
    CHECK(graph.nodes[1].place.text() ==
          "chain"
          ":1:15");
    CHECK(graph.nodes[2].place.text() ==
          "chain"
          ":2:5");
    CHECK(graph.nodes[2].params[0].place.text() ==
          "chain"
          ":3:2");
    CHECK(graph.nodes[2].params[1].place.text() ==
          "chain"
          ":4:8");
}

TEST_CASE("a chain that is far too long is refused at once") {
    CHECK(error_of([] { Graph::from_chain(std::string(max_pipeline_bytes + 1, ' ')); }) ==
          "chain: a chain of 1048577 bytes is too long");
    std::string words;
    for (int i = 0; i < 20001; ++i) words += "= ";
    CHECK(error_of([&] { Graph::from_chain(words); }) == "chain: a chain of 20001 words is too long");
    std::string stages = "gamma";
    for (int i = 0; i < 1000; ++i) stages += "|gamma";
    CHECK(error_of([&] { Graph::from_chain(stages); }) == "chain: a chain of 1001 stages is too long");
}
