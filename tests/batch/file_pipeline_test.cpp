#include "pipeline/batch/file_pipeline.hpp"

#include "tests/batch/made.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace sluice;

namespace {

std::string fault(const std::string& chain) {
    Diagnostics faults;
    const FilePipeline pipeline(wrapped(Graph::from_chain(chain), made::registry()), made::registry(),
                                faults);
    return faults.text();
}

std::string path_of(const CheckedGraph& graph, const std::string& id) {
    return std::get<std::string>(graph.nodes.at(graph.find(id).value()).values.at("path"));
}

}  // namespace

TEST_CASE("a pipeline without load and save is put between them, and each file fills their paths") {
    for (const char* chain :
         {"invert", "load | invert", "invert | save", "load | invert | save quality=50"}) {
        CAPTURE(chain);
        const FilePipeline pipeline = made::pipeline(chain);
        CHECK(pipeline.sources() == std::vector<std::string>{"load"});
        REQUIRE(pipeline.sinks().size() == 1);
        CHECK(pipeline.sinks()[0].id == "save");
        CHECK(pipeline.sinks()[0].name == "");
        const CheckedGraph graph = pipeline.for_file({"in/a b.png", "out/\xFF.png"});
        CHECK(path_of(graph, "load") == "in/a b.png");
        CHECK(path_of(graph, "save") == "out/\xFF.png");
    }
}

TEST_CASE("every load without a path takes the file; one with a path keeps its own") {
    const FilePipeline pipeline =
        made::pipeline("load id=a; load other.png id=b; load id=c; normalize from=a,b | save");
    CHECK(pipeline.sources() == std::vector<std::string>{"a", "c"});
    const CheckedGraph graph = pipeline.for_file({"x.png", "y.png"});
    CHECK(path_of(graph, "a") == "x.png");
    CHECK(path_of(graph, "b") == "other.png");
    CHECK(path_of(graph, "c") == "x.png");
}

TEST_CASE("a pipeline saves several results of each file: the one without a name is the first") {
    const FilePipeline pipeline = made::pipeline(
        "load | save {stem}-small.png quality=50 | invert | save id=last | save {stem}.{ext} id=more");
    REQUIRE(pipeline.sinks().size() == 3);
    CHECK(pipeline.sinks()[0].id == "last");
    CHECK(pipeline.sinks()[1].name == "{stem}-small.png");
    CHECK(pipeline.sinks()[2].name == "{stem}.{ext}");
    BatchFile file{"in/a.png", "out/a.png"};
    file.also = {"out/a-small.png", "out/more.png"};
    const CheckedGraph graph = pipeline.for_file(file);
    CHECK(path_of(graph, "last") == "out/a.png");
    CHECK(path_of(graph, "save") == "out/a-small.png");
    CHECK(path_of(graph, "more") == "out/more.png");
}

TEST_CASE("a pipeline that cannot be run for many files is refused with its place") {
    CHECK(fault("gama exponent=2").find("did you mean 'gamma'?") != std::string::npos);
    CHECK(fault("load a.png | invert").find("the pipeline would read the same files each time") !=
          std::string::npos);
    CHECK(fault("load | save out.png").find("save.path: every file would be saved there") !=
          std::string::npos);
    CHECK(fault("load | save; invert from=load | save")
              .find("save.2: would be saved under the same name as save; give it a path") !=
          std::string::npos);
    CHECK(fault("load | save {stem}.png; invert from=load | save b.png")
              .find("save.2.path: every file would be saved there") != std::string::npos);
    CHECK(fault("load | invert | save").empty());
    CHECK(fault("load | normalize id=n smoothing=8 | save").find("n.smoothed: uses earlier frames") !=
          std::string::npos);
    CHECK(fault("load | normalize smoothing=1 | save").empty());
}

TEST_CASE("set_everywhere changes a parameter of every node of a stage, whatever its author wrote") {
    Graph graph = wrapped(Graph::from_chain("load | save quality=20"), made::registry());
    set_everywhere(graph, "save", "quality", std::string("70"));
    set_everywhere(graph, "load", "lenient", true);
    Diagnostics faults;
    const FilePipeline pipeline(graph, made::registry(), faults);
    REQUIRE_MESSAGE(faults.ok(), faults.text());
    const CheckedGraph checked = pipeline.for_file({"a", "b"});
    CHECK(checked.nodes.at(checked.find("save").value()).values.at("quality") == Value(std::int64_t{70}));
    CHECK(checked.nodes.at(checked.find("load").value()).values.at("lenient") == Value(true));

    set_everywhere(graph, "save", "quality", std::string("101"));
    Diagnostics range;
    const FilePipeline wrong(graph, made::registry(), range);
    CHECK(range.text().text().find("save.quality: 101 is outside [1, 100]") != std::string::npos);
}
