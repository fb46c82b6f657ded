#include "tests/graph/sample_stages.hpp"

#include "pipeline/graph/stage_builder.hpp"
#include "tests/made_image_file.hpp"

#include <doctest/doctest.h>

namespace sluice::test {
namespace {

struct File {
    std::string path;
};
struct Save {
    std::string path;
    int quality = 90;
};

StageDef load(std::string name) {
    return source<File>(std::move(name), "Reads an image.")
        .param("path", &File::path, "The file.", path, required)
        .open([](const File&) {
            return std::make_unique<MadeImageFile>(ImageFormat{4, 4, 3});
        });
}

StageDef save() {
    return sink<Save>("save", "Writes an image.")
        .param("path", &Save::path, "The file.", path, required)
        .param("quality", &Save::quality, "Of a JPEG.", range(1, 100))
        .wants([](const Save&, const ImageFormat& format) { return format; })
        .open([](const Save&, const ImageFormat&) { return std::make_unique<NoImageWriter>(); });
}

StageDef histogram_file() {
    StageDef def =
        sink<File>("histogram_file", "Writes a histogram.")
            .param("path", &File::path, "The file.", path, required)
            .wants([](const File&, const ImageFormat& format) { return format; })
            .open([](const File&, const ImageFormat&) { return std::make_unique<NoImageWriter>(); });
    def.inputs = {{"table", "What is written.", PortDecl::Type::table, false, {"histogram"}}};
    return def;
}

struct Convert {
    std::string pixel = "same";
    std::string space = "same";
};
StageDef convert_stage() {
    return point<Convert>("convert", "Changes the pixel type.")
        .param("pixel", &Convert::pixel, "Of the result.", choices{"same", "u8", "u16", "f32"})
        .param("space", &Convert::space, "Of the result.", choices{"same", "encoded", "linear"})
        .function("convert");
}

struct Gamma {
    float exponent = 1;
};
StageDef gamma() {
    return point<Gamma>("gamma", "Raises every channel to a power.")
        .param("exponent", &Gamma::exponent, "1 leaves the image as it is.", range(0.01, 100), live)
        .function("gamma");
}

struct Blend {
    double amount = 0.5;
};
StageDef stack() {
    return PointBuilder<NoParams>("stack", "Combines images.")
        .images_in("image", "An image.", 2, 8)
        .image_out("dst", "The result.")
        .function("stack");
}

StageDef blend() {
    return point<Blend>("blend", "Mixes two images.")
        .image_in("other", "The second image.")
        .image_in("mask", "Where to mix.", true)
        .param("amount", &Blend::amount, "Of the second image.", range(0, 1), live)
        .function("blend");
}

struct Normalize {
    std::string mode = "minmax";
    double low = 1;
    double high = 99;
    std::vector<double> out;
    std::optional<std::vector<double>> in;
    bool clamp = true;
    int bins = 256;
    std::vector<std::string> channels = {"r", "g", "b"};
};
StageDef normalize() {
    return composition<Normalize>("normalize", "Stretches the values of an image.")
        .image_in("src", "The image.")
        .image_in("mask", "Where to count.", true)
        .image_out("dst", "The result.")
        .table_out("stats", "What was found.", {"min", "max"})
        .param("mode", &Normalize::mode, "How the range is found.", choices{"minmax", "percentile"})
        .param("low", &Normalize::low, "Cut off below.", range(0, 100), unit("%"), live)
        .param("high", &Normalize::high, "Cut off above.", range(0, 100), unit("%"), live)
        .param("out", &Normalize::out, "The wanted range; the full one when empty.", count(0, 2))
        .param("in", &Normalize::in, "The range that is there.", keyword("auto"), count(2, 2))
        .param("clamp", &Normalize::clamp, "Whether values outside are cut off.")
        .param("bins", &Normalize::bins, "Of the histogram.", at_least(2), only_for("mode", {"percentile"}))
        .param("channels", &Normalize::channels, "Those that are changed.", choices{"r", "g", "b"})
        .check([](const Normalize& p) { return p.low < p.high ? "" : "low must be less than high"; })
        .expand([](const Normalize&, Expansion&) {});
}

StageDef reduce() {
    return reduce_stage("reduce", "Finds statistics.")
        .table_out("stats", "What was found.", {"min", "max", "mean"})
        .reduction([](const NoParams&, const StageInputs&) { return Reduction(); });
}

StageDef describe() {
    return table_stage("describe", "Makes a scale from statistics.")
        .table_in("stats", "What was found.", {"min", "max"})
        .table_out("scale", "The scale.", {"factor"})
        .layout([](const NoParams&, const StageInputs&) { return TableLayout(); })
        .function("describe");
}

StageDef apply_stage() {
    return point("apply", "Applies a scale.").table_in("scale", "The scale.", {"factor"}).function("apply");
}

StageDef split() {
    return composition("split", "Parts light and dark.")
        .image_in("src", "The image.")
        .image_out("light", "The light part.")
        .image_out("dark", "The dark part.")
        .table_out("stats", "What was found.", {"min"})
        .expand([](const NoParams&, Expansion&) {});
}

StageDef secret() { return point("secret", "A part of other stages.").function("secret").internal(); }

StageDef end(Kind kind) {
    if (kind == Kind::source) return source("input", "An image of the application.").internal();
    return sink("output", "An image for the application.").internal();
}

}  // namespace

namespace {

struct SampleBatch {
    bool recursive = false;
    int level = 1;
    std::string mode = "fast";
};

std::vector<ParamDecl> sample_batch() {
    return Declared<SampleBatch>()
        .param("level", &SampleBatch::level, "How much.", range(0, 10))
        .param("mode", &SampleBatch::mode, "How.", choices{"fast", "slow"})
        .param("recursive", &SampleBatch::recursive, "Include subfolders.")
        .params();
}

}  // namespace

const Registry& sample_registry() {
    static const Registry registry(
        {load("load"), save(), histogram_file(), convert_stage(), gamma(), blend(), stack(), normalize(),
         reduce(), describe(), apply_stage(), split(), secret(), end(Kind::source), end(Kind::sink)},
        sample_batch());
    return registry;
}

namespace {

std::string faults_of(const std::function<Graph()>& parse, CheckOptions options) {
    Diagnostics faults;
    const std::string unreadable = error_of([&] { check(parse(), sample_registry(), faults, options); });
    return unreadable.empty() ? faults.text().text() : unreadable;
}

}  // namespace

std::string faults_of_chain(const std::string& chain, CheckOptions options) {
    return faults_of([&] { return Graph::from_chain(chain); }, options);
}

std::string faults_of_file(const std::string& text, CheckOptions options) {
    return faults_of([&] { return Graph::from_text(text, "p.yaml"); }, options);
}

CheckedGraph checked(const Graph& graph, CheckOptions options) {
    Diagnostics faults;
    CheckedGraph result = check(graph, sample_registry(), faults, options);
    INFO(faults.text());
    REQUIRE(faults.ok());
    return result;
}

CheckedGraph checked(const std::string& chain, CheckOptions options) {
    return checked(Graph::from_chain(chain), options);
}

std::string edges(const CheckedGraph& graph) {
    std::string text;
    for (const CheckedNode& node : graph.nodes) {
        for (std::size_t port = 0; port < node.inputs.size(); ++port) {
            if (!node.inputs[port]) continue;
            const CheckedNode& from = graph.nodes.at(node.inputs[port]->node);
            const std::size_t output = node.inputs[port]->port;
            text += (text.empty() ? "" : ", ") + from.id;
            if (output != 0) text += "." + from.stage->outputs.at(output).name;
            text += " > " + node.id + "." + node.stage->inputs[port].name;
        }
    }
    return text;
}

}  // namespace sluice::test
