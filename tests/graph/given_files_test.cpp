#include "pipeline/graph/given_files.hpp"

#include "tests/error_of.hpp"
#include "tests/graph/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

// "load=a.png save=b.png": the paths of a chain that was given these words.
std::string paths_after(const std::string& chain, const std::vector<std::string>& words) {
    const std::vector<NamedFile> files = given_files(words);
    Graph graph = with_ends(Graph::from_chain(chain), files, sample_registry());
    fill_paths(graph, files, sample_registry());
    Diagnostics faults;
    const CheckedGraph checked = check(graph, sample_registry(), faults);
    CHECK_MESSAGE(faults.ok(), faults.text().text());
    std::string text;
    for (const CheckedNode& node : checked.nodes)
        if (const auto path = node.values.find("path"); path != node.values.end())
            text += (text.empty() ? "" : " ") + node.id + "=" + std::get<std::string>(path->second);
    return text;
}

std::string refused_files(const std::string& chain, const std::vector<std::string>& words) {
    return error_of([&] { paths_after(chain, words); });
}

}  // namespace

TEST_CASE("files fill the paths that a pipeline leaves open, those that are read first") {
    CHECK(paths_after("load | gamma | save", {"a.png", "b.png"}) == "load=a.png save=b.png");
    CHECK(paths_after("load a.png | gamma | save", {"b.png"}) == "load=a.png save=b.png");
    CHECK(paths_after("load | gamma | save b.png", {"a.png"}) == "load=a.png save=b.png");
    CHECK(paths_after("load id=left; load id=right | blend from=left,right | save", {"a", "b", "c"}) ==
          "left=a right=b save=c");
    CHECK(paths_after("load | save | gamma | save", {"a", "b", "c"}) == "load=a save=b save.2=c");
}

TEST_CASE("files are given by the ids of nodes too") {
    const std::string chain = "load id=left; load id=right | blend from=left,right | save";
    CHECK(paths_after(chain, {"right=b", "left=a", "save=c"}) == "left=a right=b save=c");
    CHECK(paths_after(chain, {"right=b", "a", "c"}) == "left=a right=b save=c");
    CHECK(paths_after("load; load | blend from=load,load.2 | save", {"load.2=b", "a", "c"}) ==
          "load=a load.2=b save=c");
    CHECK(paths_after("load | save", {"./load=b", "c"}) == "load=./load=b save=c");
}

TEST_CASE("a pipeline without load and save gets those that files are given for") {
    CHECK(paths_after("gamma", {"a.png", "b.png"}) == "load=a.png save=b.png");
    CHECK(paths_after("load a.png | gamma", {"b.png"}) == "load=a.png save=b.png");
    CHECK(paths_after("gamma | save b.png", {"a.png"}) == "load=a.png save=b.png");
    CHECK(paths_after("reduce", {"a.png"}) == "load=a.png");
    CHECK(paths_after("load a | gamma | save b", {}) == "load=a save=b");
}

TEST_CASE("too many files, too few, and those of nodes that take none are refused") {
    CHECK(refused_files("load | save", {"a", "b", "c"}) ==
          "files: 'c' is one file too many; the pipeline leaves open these paths: load, save");
    CHECK(refused_files("load a.png | save", {"b", "c"}) ==
          "files: 'c' is one file too many; the pipeline leaves open one path, of save");
    CHECK(refused_files("load a.png | save b.png", {"c"}) ==
          "files: 'c' is one file too many; the pipeline leaves open no path: 'load' reads 'a.png' "
          "(chain:1:6), 'save' writes 'b.png' (chain:1:19)");
    CHECK(refused_files("load | save", {"a"}) == "files: missing: a file to write for 'save'");
    CHECK(refused_files("load; load | blend from=load,load.2 | save", {"load.2=a"}) ==
          "files: missing: a file to read for 'load', a file to write for 'save'");
    CHECK(refused_files("load a.png | save", {"load=b", "c"}) ==
          "files: 'load=b': 'load' reads 'a.png' (chain:1:6); leave the path out there");
    CHECK(refused_files("load | save", {"load=a", "load=b", "c"}) ==
          "files: 'load=b': 'load' is given twice");
    CHECK(refused_files("load id=left | save", {"lefft=a", "b"}) ==
          "files: 'lefft=a': there is no load or save 'lefft' (did you mean 'left'?); there are: left, save "
          "(a file of this name is written './lefft=a')");
}

TEST_CASE("a list of images at the beginning takes all files but those that are saved") {
    CHECK(paths_after("stack", {"a", "b", "c", "d"}) == "load=a load.2=b load.3=c save=d");
    CHECK(paths_after("stack | gamma | save x", {"a", "b", "c"}) == "load=a load.2=b load.3=c save=x");
    CHECK(paths_after("stack | save | gamma | save", {"a", "b", "c", "save=d"}) ==
          "load=a load.2=b save=d save.2=c");
    CHECK(paths_after("load id=x; load id=y | stack from=x,y", {"a", "b", "c"}) == "x=a y=b save=c");
}
