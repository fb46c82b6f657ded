// `include:` of pipeline files.
#include "tests/error_of.hpp"
#include "tests/graph/sample_stages.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/variable.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

constexpr const char* head = "sluice: 1\n";

std::string edges_of(const std::filesystem::path& file) { return edges(checked(Graph::from_file(file))); }

// What is wrong with a file, without the path of its folder.
std::string fault_of(const TemporaryFolder& folder, const std::filesystem::path& file) {
    std::string text = error_of([&] { Graph::from_file(file); });
    const std::string prefix = (folder / "").string();
    for (std::size_t at = 0; (at = text.find(prefix, at)) != std::string::npos;)
        text.erase(at, prefix.size());
    return text;
}

}  // namespace

TEST_CASE("an included file is a stage: its nodes stand in its place") {
    const TemporaryFolder folder;
    folder.put("soft.yaml", head + std::string("vars: {by: 2}\nstages:\n- gamma: ${by}\n- convert\n"));
    const auto file =
        folder.put("p.yaml", head + std::string("stages:\n- load: a\n- include: soft.yaml\n"
                                                "- include: {file: soft.yaml, by: 3}\n  id: again\n"
                                                "- save: b\n"));
    CHECK(edges_of(file) ==
          "load > soft.gamma.src, soft.gamma > soft.convert.src, soft.convert > again.gamma.src, "
          "again.gamma > again.convert.src, again.convert > save.src");
    const CheckedGraph graph = checked(Graph::from_file(file));
    CHECK(graph.nodes[1].values.at("exponent") == Value(2.0));
    CHECK(graph.nodes[3].values.at("exponent") == Value(3.0));
    Graph changed = Graph::from_file(file);
    changed.set("again.gamma.exponent", 4.0);
    CHECK(checked(changed).nodes[3].values.at("exponent") == Value(4.0));
}

TEST_CASE("an included file has inputs and outputs") {
    const TemporaryFolder folder;
    folder.put("mixed.yaml", head + std::string("inputs: [image, mark]\noutputs: {dst: mixed, plain: gamma}\n"
                                                "stages:\n- gamma\n- blend:\n  from: [gamma, mark]\n"
                                                "  id: mixed\n"));
    const std::string loads = "stages:\n- load: m\n  id: m\n- load: a\n";
    const auto by_order = folder.put(
        "order.yaml",
        head + loads +
            "- include: mixed.yaml\n  from: [load, m]\n- save: b\n- save: c\n  from: mixed.plain\n");
    const std::string expected =
        "load > mixed.gamma.src, mixed.gamma > mixed.mixed.src, m > mixed.mixed.other, mixed.mixed > "
        "save.src, "
        "mixed.gamma > save.2.src";
    CHECK(edges_of(by_order) == expected);
    // The first input takes the image of the stage before.
    const auto by_name = folder.put(
        "name.yaml",
        head + loads +
            "- include: mixed.yaml\n  from: {mark: m}\n- save: b\n- save: c\n  from: mixed.plain\n");
    CHECK(edges_of(by_name) == expected);
}

TEST_CASE("the stage behind an included file takes its first output") {
    const TemporaryFolder folder;
    folder.put("two.yaml",
               head + std::string("outputs: {dst: one}\nstages:\n- gamma:\n  id: one\n- convert\n"));
    const auto file =
        folder.put("p.yaml", head + std::string("stages:\n- load: a\n- include: two.yaml\n- save: b\n"
                                                "- include: two.yaml\n  from: load\n- save: c\n"));
    CHECK(edges_of(file) ==
          "load > two.one.src, two.one > two.convert.src, two.one > save.src, load > two.2.one.src, "
          "two.2.one > two.2.convert.src, two.2.one > save.2.src");
}

TEST_CASE("a file that is run by itself loads its inputs") {
    const TemporaryFolder folder;
    const auto file = folder.put(
        "mixed.yaml",
        head + std::string(
                   "inputs: [image, mark]\nstages:\n- gamma\n- blend:\n  from: [gamma, mark]\n- save\n"));
    Graph graph = Graph::from_file(file);
    graph.set("image.path", std::string("a"));
    graph.set("mark.path", std::string("b"));
    graph.set("save.path", std::string("c"));
    CHECK(edges(checked(graph)) ==
          "image > gamma.src, gamma > blend.src, mark > blend.other, blend > save.src");
}

TEST_CASE("included files include others, by paths beside them") {
    const TemporaryFolder folder;
    folder.put("parts/inner.yaml", head + std::string("inputs: image\nstages:\n- gamma:\n  from: image\n"));
    folder.put("parts/outer.yaml", head + std::string("stages:\n- include: inner.yaml\n- convert\n"));
    const auto file = folder.put(
        "p.yaml", head + std::string("stages:\n- load: a\n- include: parts/outer.yaml\n- save: b\n"));
    CHECK(edges_of(file) ==
          "load > outer.inner.gamma.src, outer.inner.gamma > outer.convert.src, "
          "outer.convert > save.src");
}

TEST_CASE("files are found in the folders of SLUICE_PIPELINES, and in those that are installed") {
    const TemporaryFolder folder;
    folder.put("common/soft.yaml", head + std::string("stages:\n- gamma\n"));
    folder.put("data/sluice/pipelines/hard.yaml", head + std::string("stages:\n- gamma\n"));
    const auto file = folder.put("p.yaml", head + std::string("stages:\n- load: a\n- include: soft.yaml\n"
                                                              "- include: hard.yaml\n- save: b\n"));
    CHECK(error_of([&] { Graph::from_file(file); }) != "");
    const std::string folders = (folder / "none").string() + ":" + (folder / "common").string();
    const Variable pipelines("SLUICE_PIPELINES", folders.c_str());
    const Variable data("XDG_DATA_HOME", (folder / "data").c_str());
    CHECK(edges_of(file) == "load > soft.gamma.src, soft.gamma > hard.gamma.src, hard.gamma > save.src");
}

TEST_CASE("what is wrong with an include is said with its place, in the file that is wrong") {
    const TemporaryFolder folder;
    const Variable data("XDG_DATA_HOME", (folder / "data").c_str());
    const Variable more("XDG_DATA_DIRS", (folder / "more").c_str());
    folder.put(
        "soft.yaml",
        head + std::string(
                   "vars: {by: {type: number, range: [1, 9], help: How much.}}\nstages:\n- gamma: ${by}\n"));
    folder.put("broken.yaml", head + std::string("stages:\n- gamma: ${b}\n"));
    folder.put("one.yaml", head + std::string("stages:\n- include: two.yaml\n"));
    folder.put("two.yaml", head + std::string("stages:\n- include: one.yaml\n"));
    folder.put("marked.yaml",
               head + std::string("inputs: [image, mark]\nstages:\n- blend:\n  from: [image, mark]\n"));
    const auto fault = [&](const std::string& include) {
        const std::string text =
            head + std::string("stages:\n- load: a\n- include: ") + include + "- save: b\n";
        return fault_of(folder, folder.put("p.yaml", text));
    };
    CHECK(
        fault("sofd.yaml\n") ==
        "p.yaml:4:12: include: 'sofd.yaml': there is no such file (did you mean 'soft.yaml'?); nor is it in "
        "data/sluice/pipelines, more/sluice/pipelines");
    CHECK(
        fault("soft.yaml\n") ==
        "p.yaml:4:3: soft: a value for 'by' is required, beside 'file'; it is declared in soft.yaml:2:8 (How "
        "much.)");
    CHECK(fault("{file: soft.yaml, by: 10}\n") == "p.yaml:4:30: soft.by: 10 is outside [1, 9]");
    CHECK(fault("{file: soft.yaml, by: 2, bye: 3}\n") ==
          "p.yaml:4:37: soft.bye: there is no such variable (did you mean 'by'?)");
    CHECK(fault("broken.yaml\n").starts_with("broken.yaml:3:10: gamma: there is no variable 'b'"));
    CHECK(fault("one.yaml\n") ==
          "two.yaml:3:12: include: it includes itself: one.yaml -> two.yaml -> one.yaml");
    CHECK(fault("{by: 3}\n") ==
          "p.yaml:4:3: include: the name of a pipeline file is expected: {file: sharpen.yaml, radius: 3}");
    CHECK(fault("marked.yaml\n") ==
          "p.yaml:4:3: marked: input 'mark' is not connected: name an image for it with 'from'");
    CHECK(
        fault("marked.yaml\n  from: {marc: load}\n") ==
        "p.yaml:4:3: marked: input 'mark' is not connected: name an image for it with 'from'\n"
        "p.yaml:5:16: marked: there is no input 'marc' (did you mean 'mark'?); the inputs are: image, mark");
}

TEST_CASE("files that include very many others are refused soon") {
    const TemporaryFolder folder;
    for (int i = 0; i < 14; ++i) {
        const std::string next = "- include: " + std::to_string(i + 1) + ".yaml\n";
        folder.put(std::to_string(i) + ".yaml", head + std::string("stages:\n") + next + next + next);
    }
    folder.put("14.yaml", head + std::string("stages: [gamma]\n"));
    CHECK(error_of([&] { Graph::from_file(folder / "0.yaml"); }).find("too many files are included") !=
          std::string::npos);
}
