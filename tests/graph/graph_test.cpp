#include "tests/graph/sample_stages.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr const char* file_text = "sluice: 1\nstages:\n  - load: {path: a.png}\n  - save: {path: b.png}\n";
const CheckOptions batch{false, true};

}  // namespace

TEST_CASE("a graph is built in C++ as it is written in a chain") {
    Graph graph;
    graph.add("load", {{"path", "a.png"}})
        .add("normalize", {{"low", 5}, {"out", std::vector<double>{0, 255}}, {"clamp", false}}, "n")
        .add("gamma", {{"exponent", 2.0}}, "", {"load"})
        .add("blend", {}, "", {"n", "other:gamma"})
        .add("save", {{"path", "b.png"}});
    const CheckedGraph result = checked(graph);
    CHECK(edges(result) ==
          "load > n.src, load > gamma.src, n > blend.src, gamma > blend.other, blend > save.src");
    CHECK(result.nodes[1].values.at("low") == Value(5.0));
    CHECK(result.nodes[1].values.at("clamp") == Value(false));
    CHECK(result.nodes[1].param_places.at("low") == Place{});
}

TEST_CASE("set replaces what the text says, also a bare word, and is checked") {
    Graph graph = Graph::from_chain("load a.png | gamma exponent=2 | gamma | save b.png");
    graph.set("load.path", "c.png");
    graph.set("gamma.exponent", "3");
    graph.set("gamma.2.exponent", 4.0);
    graph.set("gamma.2.exponent", 5.0);
    const CheckedGraph result = checked(graph);
    CHECK(result.nodes[0].values.at("path") == Value("c.png"));
    CHECK(result.nodes[1].values.at("exponent") == Value(3.0));
    CHECK(result.nodes[2].values.at("exponent") == Value(5.0));
    graph.set("gamma.exponent", "300");
    graph.set("gamma.exponnet", "3");
    Diagnostics faults;
    check(graph, sample_registry(), faults);
    CHECK(faults.text() ==
          "gamma.exponent: 300 is outside [0.01, 100]\n"
          "gamma: there is no parameter 'exponnet' (did you mean 'exponent'?)");
}

TEST_CASE("what set gives is for the choices that set gives") {
    const auto faults_with = [](const std::string& mode, const std::string& bins) {
        Graph graph = Graph::from_chain("load a.png | normalize percentile bins=64 | save b.png");
        graph.set("normalize.mode", mode);
        if (!bins.empty()) graph.set("normalize.bins", bins);
        Diagnostics faults;
        check(graph, sample_registry(), faults);
        return faults.text();
    };
    const std::string fault = "normalize.bins: mode minmax has no such option; it belongs to percentile";
    CHECK(faults_with("percentile", "256").empty());
    CHECK(faults_with("minmax", "256") == fault);
    CHECK(faults_with("minmax", "") == "chain:1:35: " + fault);
}

TEST_CASE("set knows the nodes by the names that check gives them") {
    Graph graph = Graph::from_chain("load a.png | gamma | gamma id=late | save b.png");
    CHECK(
        error_of([&] { graph.set("gama.exponent", "1"); }) ==
        "gama.exponent: there is no node 'gama' (did you mean 'gamma'?); there are: load, gamma, late, save");
    CHECK(error_of([&] { graph.set("exponent", "1"); }) ==
          "exponent: write NODE.PARAM, such as gamma.exponent");
    CHECK(error_of([&] { graph.set("gamma.", "1"); }) == "gamma.: write NODE.PARAM, such as gamma.exponent");
    CHECK(error_of([&] { graph.set(".exponent", "1"); }) ==
          ".exponent: write NODE.PARAM, such as gamma.exponent");
    CHECK_NOTHROW(graph.set("late.exponent", "1"));
}

TEST_CASE("a pipeline is read from a file, YAML or JSON") {
    const TemporaryFolder folder;
    const std::string yaml = folder.put("p.yaml", file_text);
    const std::string json = folder.put(
        "p.json", R"({"sluice": 1, "stages": [{"load": {"path": "a.png"}}, {"save": {"path": "b.png"}}]})");
    CHECK(edges(checked(Graph::from_file(yaml))) == "load > save.src");
    CHECK(edges(checked(Graph::from_argument(yaml))) == "load > save.src");
    CHECK(edges(checked(Graph::from_argument(json))) == "load > save.src");
    const std::string bad = folder.put("bad.YML", "sluice: 2\nstages: [load: ]\n");
    CHECK(error_of([&] { Graph::from_argument(bad); }) ==
          bad + ":1:9: sluice: version '2' is unknown; this program reads version 1");
}

TEST_CASE("a file that cannot be read is named") {
    const TemporaryFolder folder;
    const std::string missing = (folder / "missing.yaml").string();
    CHECK(error_of([&] { Graph::from_argument(missing); }) == missing + ": there is no such file");
    std::filesystem::create_directory(folder / "folder.yaml");
    const std::string directory = (folder / "folder.yaml").string();
    CHECK(error_of([&] { Graph::from_argument(directory); }) ==
          directory + ": it is a folder; a pipeline file is expected");
    const std::string empty = folder.put("empty.yaml", "");
    CHECK(error_of([&] { Graph::from_argument(empty); }) ==
          empty + ": the file is empty; a pipeline file begins with 'sluice: 1'");
    const std::string large = folder.put("large.json", std::string(2 << 20, ' '));
    CHECK(error_of([&] { Graph::from_argument(large); }) ==
          large + ": the file is too large for a pipeline, which has at most 1 MiB");
}

TEST_CASE("an argument that is no file name is a chain, whatever its end") {
    CHECK(Graph::from_argument("load a.png | save b.json").nodes.size() == 2);
    CHECK(Graph::from_argument("histogram_file out.json").nodes.size() == 1);
    CHECK(Graph::from_argument("load a.yaml; save b.yaml").nodes.size() == 2);
    CHECK(Graph::from_argument("gamma").nodes.size() == 1);
}

TEST_CASE("for a folder of files, load and save are put around a pipeline") {
    const auto wrap = [](const std::string& chain) {
        return edges(checked(wrapped(Graph::from_chain(chain), sample_registry()), batch));
    };
    CHECK(wrap("normalize") == "load > normalize.src, normalize > save.src");
    CHECK(wrap("gamma | gamma") == "load > gamma.src, gamma > gamma.2.src, gamma.2 > save.src");
    CHECK(wrap("load | gamma") == "load > gamma.src, gamma > save.src");
    CHECK(wrap("gamma | save") == "load > gamma.src, gamma > save.src");
    CHECK(wrap("load | gamma | save") == "load > gamma.src, gamma > save.src");
    CHECK(wrap("gamma id=save | gamma id=load") == "load.2 > save.src, save > load.src, load > save.2.src");
    CHECK(edges(checked(wrapped(Graph(), sample_registry()), batch)) == "load > save.src");
}

TEST_CASE("a pipeline that ends in a table saves the image before it") {
    const Graph graph = wrapped(Graph::from_chain("gamma | reduce | describe"), sample_registry());
    CHECK(edges(checked(graph, batch)) ==
          "load > gamma.src, gamma > reduce.src, reduce > describe.stats, gamma > save.src");
}

TEST_CASE("a pipeline that ends in an image which an earlier stage takes saves what became of it") {
    const auto wrap = [](const std::string& chain) {
        return edges(checked(wrapped(Graph::from_chain(chain), sample_registry()), batch));
    };
    const std::string edges = "load > gamma.src, gamma > blend.src, mark > blend.other, blend > save.src";
    CHECK(wrap("load a id=mark; load | gamma | blend from=gamma,mark") == edges);
    CHECK(wrap("load | gamma | blend from=gamma,mark; load a id=mark") == edges);
    // Where all are taken it is the last.
    CHECK(wrap("load | gamma; reduce from=gamma") ==
          "load > gamma.src, gamma > reduce.src, gamma > save.src");
}

TEST_CASE("paths may come later, other required values not") {
    const CheckedGraph graph = checked("load | gamma | save quality=50", batch);
    CHECK(graph.nodes[0].values.count("path") == 0);
    CHECK(graph.nodes[2].values.count("path") == 0);
    CHECK(graph.nodes[2].values.at("quality") == Value(std::int64_t{50}));
    CHECK(faults_of_chain("load | save b.png") == "chain:1:1: load.path: a value is required: The file.");
    CHECK(checked("load a.png | save", batch).nodes[0].values.at("path") == Value("a.png"));
}

TEST_CASE("nodes of a checked graph are found by name") {
    const CheckedGraph graph = checked("load a.png | gamma | gamma | save b.png");
    CHECK(graph.find("gamma.2") == std::size_t{2});
    CHECK_FALSE(graph.find("gamma.3").has_value());
}
