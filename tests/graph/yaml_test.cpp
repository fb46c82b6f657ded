#include "pipeline/graph/limits.hpp"
#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

Graph from_yaml(const std::string& text) { return Graph::from_text(text, "p.yaml"); }
std::string refused(const std::string& text) {
    return error_of([&] { from_yaml(text); });
}
std::string repeated(const std::string& text, std::size_t times) {
    std::string result;
    for (std::size_t i = 0; i < times; ++i) result += text;
    return result;
}

constexpr const char* example = R"(# yaml-language-server: $schema=sluice.schema.json
sluice: 1
stages:
  - load: {path: photo.jpg}
  - normalize: {mode: percentile, low: 1, out: [0, 255]}
    id: stretched
  - save: {path: out/photo.png}
  - gamma:
    from: stretched
  - blend:
      amount: 0.25
    from: {src: gamma, other: stretched.dst}
  - blend:
    from: [gamma, stretched]
)";

}  // namespace

TEST_CASE("a pipeline file is a list of stages") {
    const Graph graph = from_yaml(example);
    REQUIRE(graph.nodes.size() == 6);
    CHECK(graph.nodes[0].stage == "load");
    CHECK(graph.nodes[0].starts_branch);
    CHECK(graph.nodes[0].place.text() ==
          "p.yaml"
          ":4:5");
    const GraphNode& normalize = graph.nodes[1];
    CHECK(normalize.id == "stretched");
    CHECK(normalize.id_place.text() ==
          "p.yaml"
          ":6:9");
    REQUIRE(normalize.params.size() == 3);
    CHECK(normalize.params[1].name == "low");
    CHECK(normalize.params[1].value == Value("1"));
    CHECK(normalize.params[1].place.text() ==
          "p.yaml"
          ":5:35");
    CHECK(normalize.params[2].value == Value(std::vector<std::string>{"0", "255"}));
    CHECK(graph.nodes[3].from.at(0).second.node == "stretched");
    CHECK(graph.nodes[3].from[0].second.place.text() ==
          "p.yaml"
          ":9:11");
    CHECK(graph.nodes[3].params.empty());
    CHECK(graph.nodes[4].params.at(0).value == Value("0.25"));
    CHECK(graph.nodes[4].from.at(1).first == "other");
    CHECK(graph.nodes[4].from[1].second.node == "stretched.dst");
    CHECK(graph.nodes[5].from.at(1).first.empty());
}

TEST_CASE("JSON is the same tree, with tabs as well, and keeps its places") {
    const Graph graph = from_yaml(
        "{\n\t\"$schema\": \"sluice.schema.json\",\n\t\"sluice\":1,\n\t\"stages\": [\n"
        "\t\t{\"load\":{\"path\":\"a\\/b\\u00e9.jpg\"}},\n\t\t{\"gamma\": {\"exponent\": 2.5}, \"id\": "
        "\"g\"},\n"
        "\t\t{\"normalize\": {\"out\": [0, 255], \"clamp\": true}, \"from\": [\"g\"]},\n"
        "\t\t{\"save\": null}\n\t]\n}\n");
    REQUIRE(graph.nodes.size() == 4);
    CHECK(graph.nodes[0].params.at(0).value == Value("a/b\xC3\xA9.jpg"));
    CHECK(graph.nodes[1].id == "g");
    CHECK(graph.nodes[1].params.at(0).value == Value("2.5"));
    CHECK(graph.nodes[1].params[0].place.text() ==
          "p.yaml"
          ":6:14");
    CHECK(graph.nodes[2].params.at(1).value == Value("true"));
    CHECK(graph.nodes[2].from.at(0).second.node == "g");
    CHECK(graph.nodes[3].stage == "save");
}

TEST_CASE("JSON's surrogate pairs are one character") {
    const Graph graph =
        from_yaml(R"({"sluice": 1, "stages": [{"load": {"path": "\ud83d\ude00\\ud83d.png"}}]})");
    CHECK(graph.nodes.at(0).params.at(0).value == Value("\xF0\x9F\x98\x80\\ud83d.png"));
    CHECK(refused(R"({"sluice": 1, "stages": [{"load": {"path": "\ud83d"}}]})") ==
          "p.yaml:1:51: this escape is not a character; write the character itself");
}

TEST_CASE("columns count characters, also behind a byte order mark") {
    CHECK(from_yaml("\xEF\xBB\xBFsluice: 1\nstages: [{load: {path: \"\xC3\xA9\xC3\xA9\", lenient: 1}}]")
              .nodes.at(0)
              .params.at(1)
              .place.text() ==
          "p.yaml"
          ":2:30");
}

TEST_CASE("quoted and plain values are the same text") {
    const Graph graph =
        from_yaml("sluice: 1\nstages:\n- normalize: {low: \"5\", mode: 'minmax', clamp: yes}\n");
    CHECK(graph.nodes.at(0).params.at(0).value == Value("5"));
    CHECK(graph.nodes[0].params.at(1).value == Value("minmax"));
    CHECK(graph.nodes[0].params.at(2).value == Value("yes"));
}

TEST_CASE("aliases and anchors are refused, so a bomb of them costs nothing") {
    std::string bomb = "a0: &a0 [x, x]\n";
    for (int i = 1; i < 40; ++i)
        bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [*a" + std::to_string(i - 1) +
                ", *a" + std::to_string(i - 1) + "]\n";
    const std::string text = refused(bomb);
    CHECK(text.substr(0, text.find('\n')) ==
          "p.yaml:1:5: anchors are not supported; write out the value where it is needed");
    CHECK(text.find("p.yaml:2:10: aliases are not supported; write out the value") != std::string::npos);
}

TEST_CASE("hostile texts are refused quickly") {
    const std::string head = "sluice: 1\nstages:\n";
    CHECK(refused(std::string(max_pipeline_bytes + 1, 'a')) ==
          "p.yaml: a file of 1048577 bytes is too large for a pipeline");
    CHECK(refused(repeated("[", 100000)) == "p.yaml:1:9: lists and maps are nested too deeply");
    CHECK(refused(repeated("{a: ", 100000)) == "p.yaml:1:58: lists and maps are nested too deeply");
    CHECK(refused(repeated("- ", 100000)) == "p.yaml:1:33: lists and maps are nested too deeply");
    CHECK(refused(head + repeated("- gamma:\n", 30000)) ==
          "p.yaml:6668:3: the file is too large for a pipeline");
    CHECK(refused(head + repeated("- gamma:\n", 1001)) == "p.yaml:2:1: stages: 1001 stages are too many");
    CHECK(refused(std::string("sluice: 1\0", 10)) ==
          "p.yaml:1:10: this is not UTF-8 text: there is a byte '\\x00'");
    CHECK(refused("\x89PNG\r\n\x1a\n") == "p.yaml:1:1: this is not UTF-8 text: there is a byte '\\x89'");
    CHECK(refused("\xFFs") == "p.yaml:1:1: this is not UTF-8 text: there is a byte '\\xff'");
    CHECK(refused("sluice: 1\nstages: \xC3(") ==
          "p.yaml:2:9: this is not UTF-8 text: there is a byte '\\xc3'");
}

TEST_CASE("a stage's first parameter may stand alone, and rows of numbers are lists in a list") {
    const auto params = [](const std::string& stage) {
        return from_yaml("sluice: 1\nstages:\n- " + stage + "\n").nodes.at(0).params;
    };
    CHECK(params("thumbnail: 64").at(0).value == Value("64"));
    CHECK(params("thumbnail: 64").at(0).name.empty());
    CHECK(params("resize: 50%").at(0).value == Value("50%"));
    CHECK(params("thumbnail: [64, 48]").at(0).value == Value(std::vector<std::string>{"64", "48"}));
    CHECK(params("curves: {points: [[0,0], [0.5, 0.6]]}").at(0).value == Value("0,0;0.5,0.6"));
    CHECK(params("curves: [[0, 0], [1, 1]]").at(0).value == Value("0,0;1,1"));
    CHECK(from_yaml("{\"sluice\": 1, \"stages\": [{\"gamma\": 2}]}").nodes.at(0).params.at(0).value ==
          Value("2"));
    CHECK(params("flatten: '#ff8800'").at(0).value == Value("#ff8800"));
    CHECK(params("flatten: {color: 'rgb(1, 2, 3)'}").at(0).value == Value("rgb(1, 2, 3)"));
}

TEST_CASE("a file may have options of a batch, with their places") {
    const Graph graph =
        from_yaml("sluice: 1\nbatch:\n  overwrite: newer\n  jobs: 4\nstages:\n  - gamma: {exponent: 2}\n");
    REQUIRE(graph.batch.size() == 2);
    CHECK(graph.batch[0].name == "overwrite");
    CHECK(graph.batch[0].value == Value("newer"));
    CHECK(graph.batch[1].name == "jobs");
    CHECK(graph.batch[1].place.text() ==
          "p.yaml"
          ":4:3");
    CHECK(graph.nodes.size() == 1);
    CHECK(from_yaml("sluice: 1\nbatch:\nstages: [gamma: ]\n").batch.empty());
    CHECK(from_yaml("{\"sluice\": 1, \"batch\": {\"jobs\": 2}, \"stages\": [{\"gamma\": null}]}")
              .batch.size() == 1);
}

TEST_CASE("options of a batch that cannot be are refused where they stand, with all other faults") {
    const std::string after = "\nstages:\n  - gamma: {exponent: 2}\n";
    CHECK(refused("sluice: 1\nbatch: [jobs, 2]" + after) ==
          "p.yaml:2:1: batch: write a map of options, such as {recursive: true}, not a list");
    CHECK(refused("sluice: 1\nbatch: {jobs: }" + after) == "p.yaml:2:9: batch.jobs: a value is missing");
    CHECK(refused("sluice: 1\nbatch: {jobs: 1, jobs: 2}" + after) ==
          "p.yaml:2:18: the key 'jobs' is given twice");
    CHECK(
        refused("sluice: 1\nbath: {jobs: 1}" + after) ==
        "p.yaml:2:1: unknown key 'bath' (did you mean 'batch'?); a pipeline file has 'sluice' and 'stages', "
        "and may have 'vars', 'inputs', 'outputs', 'allow_env' and 'batch'");
    CHECK(faults_of_file("sluice: 1\nbatch: {job: 1, limit: 2, level: 11, mode: fats}\nstages:\n"
                         "  - gamma: {exponent: two}\n",
                         {.open_ends = true}) ==
          "p.yaml:2:9: batch: there is no option 'job'; there are: level, mode, recursive\n"
          "p.yaml:2:17: batch: there is no option 'limit'; there are: level, mode, recursive\n"
          "p.yaml:2:27: batch.level: 11 is outside [0, 10]\n"
          "p.yaml:2:38: batch.mode: 'fats' is not one of fast, slow (did you mean 'fast'?)\n"
          "p.yaml:4:13: gamma.exponent: 'two' is not a number");
    CHECK(faults_of_file("sluice: 1\nbatch: {recursiv: yes}" + after, {.open_ends = true}) ==
          "p.yaml:2:9: batch: there is no option 'recursiv' (did you mean 'recursive'?)");
    CHECK(faults_of_file("sluice: 1\nbatch: {recursive: yes, level: 3, mode: slow}" + after,
                         {.open_ends = true}) == "");
}
