// What nobody asks for is not planned.
#include "pipeline/plan/rewrite/simplify.hpp"

#include "tests/plan/sample_stages.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

std::string fields(const Primitives& graph, const std::string& name) {
    std::string text;
    for (const Field& field : graph.nodes.at(graph.names.at(name)).layout.value().fields)
        text += (text.empty() ? "" : " ") + field.name;
    return text;
}

// "normalize.stats=1 reduce=4": the Tables that a caller reads, with their nodes.
std::string observed(const std::string& chain, const std::vector<std::string>& observe,
                     bool simplifying = false) {
    Primitives graph = walked(chain);
    std::vector<Observed> tables = observed_tables(graph, observe);
    if (simplifying) simplify(graph, tables);
    std::string text;
    for (const Observed& o : tables)
        text += (text.empty() ? "" : " ") + o.name + "=" + graph.nodes.at(o.node).id;
    return text;
}

}  // namespace

TEST_CASE("branches that end in no Sink and no Table of the caller's go, with their sources") {
    const std::vector<std::pair<std::string, std::string>> cases{
        {"image | dim | show", "image; dim(image); show(dim)"},
        {"image | dim | show; dim id=unused from=image", "image; dim(image); show(dim)"},
        {"image | show; image id=b | dim | dim id=unused", "image; show(image)"},
        {"image | dim; image id=b | show", "b; show(b)"},
        {"image | dim | reduce; dim id=unused from=dim", "image; dim(image); reduce(dim, -)"},
        {"image | reduce | line; dim from=image | show",
         "image; reduce(image, -); line(reduce); dim(image); show(dim)"},
        {"image | normalize | reduce from=image", "image; reduce(image, -)"},
    };
    for (const auto& [given, expected] : cases) {
        const std::string chain = given;  // clang 14 takes no parts of a pair into CAPTURE
        CAPTURE(chain);
        CHECK(text(simplified(chain)) == expected);
    }
    // The image of normalize is not wanted, its statistics are.
    CHECK(text(simplified("image | normalize; show from=image", {"normalize.stats"})) ==
          "image; normalize.stats(image, -); show(image)");
    CHECK(text(simplified("image | normalize; show from=image")) == "image; show(image)");
}

TEST_CASE("names of what is gone are gone, the others follow their nodes") {
    const Primitives graph = simplified("image id=x | dim id=unused; image | normalize | show");
    CHECK(graph.names.count("x") == 0);
    CHECK(graph.names.count("unused") == 0);
    for (const auto& [name, id] : std::vector<std::pair<std::string, std::string>>{
             {"image", "image"}, {"normalize", "normalize.apply"}, {"normalize.stats", "normalize.stats"}})
        CHECK(graph.nodes.at(graph.names.at(name)).id == id);
}

TEST_CASE("a caller reads the Tables that it names, and those that nobody else takes") {
    CHECK(observed("image | normalize | show", {}).empty());
    CHECK(observed("image | normalize | show", {"normalize.stats"}) == "normalize.stats=normalize.stats");
    CHECK(observed("image | normalize | show", {"normalize.line", "normalize.stats"}) ==
          "normalize.line=normalize.line normalize.stats=normalize.stats");
    CHECK(observed("image | reduce", {}) == "reduce=reduce");
    CHECK(observed("image | reduce id=r; reduce from=image id=s", {"s"}) == "s=s r=r");
    CHECK(observed("image | reduce | line", {}) == "line=line");
    CHECK(observed("image id=x | dim id=unused; image | reduce", {}, true) == "reduce=reduce");
}

TEST_CASE("observing what is no Table is refused, with the nearest that is one") {
    const auto refused = [](const std::string& name) {
        return error_of([&] { simplified("image | normalize | show", {name}); });
    };
    CHECK(refused("normalize.stat") ==
          "observe: there is no table normalize.stat (did you mean normalize.stats?)");
    CHECK(refused("image") == "observe: there is no table image");
    CHECK(refused("") == "observe: there is no table ");
}

TEST_CASE("a Reduce fills the fields that are read, in the order of its layout") {
    const std::vector<std::tuple<std::string, std::vector<std::string>, std::string>> cases{
        {"image | reduce", {}, "min max"},
        {"image | reduce quantities=max", {}, "count max"},
        {"image | reduce quantities=std,min", {}, "count min sum sum_sq"},
        {"image | reduce quantities=mean", {}, "count sum"},
        // read by `line`, which takes min and max, and not by the caller
        {"image | reduce quantities=std | line; apply from=image,line | show", {}, "min max"},
        {"image | reduce quantities=mean | line; apply from=image,line | show",
         {"reduce"},
         "count min max sum"},
    };
    for (const auto& [given, observe, expected] : cases) {
        const std::string chain = given;  // clang 14 takes no parts of a pair into CAPTURE
        CAPTURE(chain);
        CHECK(fields(simplified(chain, observe), "reduce") == expected);
    }
}
