// `${load.width / 4}`: values that depend on the sizes of images.
#include "pipeline/graph/sizes.hpp"
#include "pipeline/graph/chain_text.hpp"
#include "pipeline/graph/yaml/expression.hpp"
#include "tests/graph/sample_stages.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;

namespace {

using SizedFormats = std::map<std::string, ImageFormat>;
const SizedFormats of_load{{"load", {640, 480, 3}}};

std::string sized_file(const std::string& stage, const std::string& vars = "") {
    return "sluice: 1\n" + vars + "stages:\n- load: a\n- " + stage + "\n- save: b\n";
}
CheckedGraph read(const std::string& stage, const std::string& vars = "", const Values& given = {}) {
    return checked(Graph::from_text(sized_file(stage, vars), "p.yaml", given));
}
// The values of the second node for images of these formats.
Values bound(CheckedGraph graph, const SizedFormats& formats = of_load) {
    bind_sizes(graph, formats);
    CHECK(graph.nodes.at(1).sized.empty());
    return graph.nodes.at(1).values;
}
std::string names_of_expression(const std::string& expression) {
    std::string all;
    Wording fault;
    for (const NamePlace& place : names_in(expression, fault))
        all += place.name + "=" + expression.substr(place.at, place.length) + " ";
    return all + fault.text();
}

}  // namespace

TEST_CASE("the names in an expression have places") {
    CHECK(names_of_expression("1 + 2") == "");
    CHECK(names_of_expression("min(a, load.width) / 2e3") == "a=a load.width=load.width ");
    CHECK(names_of_expression("'my-photo'.width+load.2.height") ==
          "my-photo.width='my-photo'.width load.2.height=load.2.height ");
    CHECK(names_of_expression("env:HOME") == "env:HOME=env:HOME ");
    CHECK(names_of_expression("a + ") == "a=a a number is missing at the end of 'a + '");
    CHECK(names_of_expression("'a").find("is not expected here") != std::string::npos);
    CHECK(names_of_expression("''.x").find("is not expected here") != std::string::npos);
}

TEST_CASE("a number that depends on the size of an image is computed for each size") {
    const CheckedGraph graph = read("gamma: ${load.width / 64}");
    CHECK(graph.nodes[1].values.count("exponent") == 0);
    CHECK(graph.nodes[1].sized.at("exponent") == Value("${load.width / 64}"));
    CHECK(bound(graph).at("exponent") == Value(10.0));
    CHECK(bound(graph, {{"load", {320, 480, 3}}}).at("exponent") == Value(5.0));
    CHECK(bound(read("gamma: ${max(load.height, load.channels) / 100}")).at("exponent") == Value(4.8));
    CHECK(bound(read("gamma: ${load.channels}")).at("exponent") == Value(3.0));
    CHECK(bound(read("gamma: {exponent: '${ load.width / 64 }'}")).at("exponent") == Value(10.0));
}

TEST_CASE("whole numbers are rounded, and lists have several sizes") {
    CHECK(bound(read("normalize: {mode: percentile, bins: '${load.width / 3}'}")).at("bins") ==
          Value(std::int64_t{213}));
    CHECK(bound(read("normalize: {out: [0, '${load.width / 3}']}")).at("out") ==
          Value(std::vector<double>{0, 640.0 / 3}));
    CHECK(bound(read("normalize: {in: ['${min(load.width, 5)}', '${load.height}']}")).at("in") ==
          Value(std::vector<double>{5, 480}));
}

TEST_CASE("variables and sizes meet in an expression") {
    const std::string vars = "vars: {part: 0.5, less: 2}\n";
    CHECK(bound(read("gamma: ${(load.width * part - less) / 100 + less}", vars)).at("exponent") ==
          Value(5.18));
    CHECK(bound(read("gamma: ${load.width / 64 - less}", "vars: {less: 2}\n", {{"less", -3.0}}))
              .at("exponent") == Value(13.0));
    CHECK(read("gamma: ${load.width / less - less}", "vars: {less: -2}\n").nodes[1].sized.at("exponent") ==
          Value("${load.width / (-2) - (-2)}"));
}

TEST_CASE("chains, programs and changes may use sizes too, and a chain that is printed has them") {
    CHECK(bound(checked("load a | gamma '${load.width / 64}' | save b")).at("exponent") == Value(10.0));
    Graph graph;
    graph.add("load", {{"path", std::string("a")}}, "photo")
        .add("gamma", {{"exponent", std::string("${photo.width/100}")}})
        .add("save", {{"path", std::string("b")}});
    CHECK(bound(checked(graph), {{"photo", {640, 480, 3}}}).at("exponent") == Value(6.4));
    graph.set("gamma.exponent", std::string("${photo.height/100}"));
    CHECK(bound(checked(graph), {{"photo", {640, 480, 3}}}).at("exponent") == Value(4.8));
    graph.set("gamma.exponent", 2.0);
    CHECK(checked(graph).nodes[1].values.at("exponent") == Value(2.0));

    const CheckedGraph file = read("gamma: ${load.width / 64}");
    CHECK(chain_text(file) == "load path=a | gamma exponent=\"${load.width / 64}\" | save path=b");
    CHECK(bound(checked(chain_text(file))) == bound(file));
}

TEST_CASE("the application's image may be called as the file that the pipeline would load") {
    const CheckOptions open{true, false};
    for (const char* name : {"input", "load"}) {
        CheckedGraph graph = checked(std::string("gamma '${") + name + ".width / 64}'", open);
        bind_sizes(graph, {{"input", {640, 480, 3}}});
        CHECK(graph.nodes[graph.find("gamma").value()].values.at("exponent") == Value(10.0));
    }
    const CheckedGraph graph = checked(
        with_source(Graph::from_chain("gamma '${load.width / 64}'"), sample_registry()), {false, true});
    CHECK(bound(graph).at("exponent") == Value(10.0));
}

TEST_CASE("an included file uses the sizes of the images that it loads or takes") {
    const TemporaryFolder folder;
    folder.put("soft.yaml", "sluice: 1\nstages:\n- gamma: ${load.width / 100}\n");
    folder.put("my-mark.yaml", "sluice: 1\nstages:\n- load: m\n- gamma: ${load.width / 100}\n");
    folder.put("two.yaml",
               "sluice: 1\ninputs: [image, mark]\nstages:\n- gamma: ${mark.width / image.width}\n");
    folder.put("outer.yaml", "sluice: 1\nstages:\n- include: soft.yaml\n");
    const auto sized_in = [&](const std::string& stages) {
        const auto file = folder.put("p.yaml", "sluice: 1\nstages:\n" + stages + "- save: b\n");
        for (const CheckedNode& node : checked(Graph::from_file(file)).nodes)
            for (const auto& [name, value] : node.sized) return std::get<std::string>(value);
        return std::string();
    };
    CHECK(sized_in("- load: a\n  id: photo\n- include: soft.yaml\n") == "${photo.width / 100}");
    CHECK(sized_in("- load: a\n  id: a-b\n- include: outer.yaml\n") == "${'a-b'.width / 100}");
    CHECK(sized_in("- include: my-mark.yaml\n") == "${'my-mark.load'.width / 100}");
    CHECK(sized_in("- load: a\n- load: m\n  id: m\n- include: two.yaml\n  from: [load, m]\n") ==
          "${m.width / load.width}");
    const auto alone = folder.put("alone.yaml", "sluice: 1\nstages:\n- include: outer.yaml\n- save: b\n");
    CHECK(checked(with_source(Graph::from_file(alone), sample_registry()), {false, true})
              .nodes[1]
              .sized.at("exponent") == Value("${load.width / 100}"));
    const auto behind = folder.put(
        "behind.yaml", "sluice: 1\nstages:\n- load: a\n- convert\n- include: soft.yaml\n- save: b\n");
    Diagnostics faults;
    check(Graph::from_file(behind), sample_registry(), faults);
    CHECK(faults.text().text().find("soft.gamma.exponent: the size of 'convert' is not known before the "
                                    "pipeline is planned; those of images that are read are: load") !=
          std::string::npos);
}

TEST_CASE("what no header says, and what no size can decide, is a fault with its place") {
    struct Refused {
        std::string stage, fault;
    };
    const std::string at = "p.yaml:4:10: ";
    for (const auto& [stage, fault] : std::vector<Refused>{
             {"gamma: ${load.depth}",
              at + "gamma: of the image 'load', width, height and channels are known, not 'depth'"},
             {"gamma: ${load.heigth / 2}",
              at + "gamma: of the image 'load', width, height and channels are known, not 'heigth' (did you "
                   "mean 'height'?)"},
             {"gamma: ${load.width / size}",
              at + "gamma: there is no variable 'size'; declare it: vars: {size: {type: number}}"},
             {"gamma: ${laod.width}",
              at + "gamma.exponent: there is no image 'laod' whose size is known (did you mean 'load'?)"},
             {"gamma: ${gamma.width}",
              at +
                  "gamma.exponent: the size of 'gamma' is not known before the pipeline is planned; those of "
                  "images that are read are: load"},
             {"gamma: ${load.width}px",
              at +
                  "gamma.exponent: '${load.width}px' is not one number; write all of it inside the braces of "
                  "one ${...}"},
             {"gamma: ${load.width +}", at + "gamma: a number is missing at the end of 'load.width +'"},
             {"convert: ${load.width}",
              "p.yaml:4:12: convert.pixel: it is not a number, so it cannot depend on the size of an image"},
             {"save: {path: c, quality: '${load.width}'}",
              "p.yaml:4:19: save.quality: it belongs to a file, which cannot depend on the size of an image"},
         }) {
        CAPTURE(stage);
        CHECK(faults_of_file(sized_file(stage)).substr(0, fault.size()) == fault);
    }
    CHECK(faults_of_chain("load a | gamma '${size}' | save b") ==
          "chain:1:16: gamma.exponent: there is no size 'size'; write that of an image, such as load.width, "
          "and variables only in a pipeline file");
    CHECK(faults_of_file(sized_file("gamma: ${r}", "vars: {r: '${load.width}'}\n")) ==
          "p.yaml:2:11: vars.r: a default cannot depend on the size of an image; write that in the value of "
          "a parameter");
    CHECK(faults_of_file("sluice: 1\nbatch: {level: '${load.width}'}\nstages: [gamma]\n") ==
          "p.yaml:2:16: batch.level: an option cannot depend on the size of an image");
    const TemporaryFolder folder;
    folder.put("soft.yaml", "sluice: 1\nvars: {r: 2}\nstages:\n- gamma: ${r}\n");
    const auto file = folder.put(
        "p.yaml", "sluice: 1\nstages:\n- load: a\n- include: {file: soft.yaml, r: '${load.width}'}\n");
    CHECK(error_of([&] { Graph::from_file(file); })
              .ends_with("include.r: a variable of an included file cannot depend on the size of an image; "
                         "write that in the file"));
}

TEST_CASE("a value that does not fit an image is said with the sizes that it comes from") {
    const auto fault = [](CheckedGraph graph, const ImageFormat& format) {
        return error_of([&] { bind_sizes(graph, {{"load", format}}); });
    };
    CHECK(
        fault(read("gamma: ${load.width / 4}"), {640, 480, 3}) ==
        "p.yaml:4:10: gamma.exponent: 160 is outside [0.01, 100]; it is '${load.width / 4}', and load.width "
        "is 640");
    CHECK(fault(read("gamma: ${1 / (load.width - load.height)}"), {5, 5, 3}) ==
          "p.yaml:4:10: gamma.exponent: '1 / (load.width - load.height)' divides by zero; it is '${1 / "
          "(load.width - load.height)}', and load.height is 5 and load.width is 5");
    CHECK(fault(read("normalize: {low: '${load.width}', high: '${load.height}'}"), {90, 10, 3}) ==
          "p.yaml:4:3: normalize: low must be less than high");
    CHECK(fault(read("normalize: {low: '${load.width}', high: '${load.height}'}"), {10, 90, 3}) == "");
    CHECK(fault(read("gamma: {exponent: '${load.width}'}"), {0, 0, 3}).starts_with("p.yaml:4:11: "));
}

TEST_CASE("a text is no expression where no number is expected") {
    CHECK(checked("load '${load.width}' | save b").nodes[0].values.at("path") == Value("${load.width}"));
    const Graph graph = Graph::from_text("sluice: 1\nstages:\n- load: $${load.width}\n- save: b\n", "p.yaml");
    CHECK(checked(graph).nodes[0].values.at("path") == Value("${load.width}"));
}
