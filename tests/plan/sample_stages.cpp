#include "tests/plan/sample_stages.hpp"

#include "pipeline/graph/stage_builder.hpp"
#include "pipeline/plan/primitives/statistics.hpp"
#include "tests/made_image_file.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <utility>

namespace sluice::test {
namespace {

struct Image {
    Pixel pixel = Pixel::u8;
    int channels = 3, width = 8, height = 6, layers = 1;
    double white = 0;
};
StageDef image() {
    return source<Image>("image", "An image of the format that is asked for.")
        .param("pixel", &Image::pixel, "Its type.")
        .param("channels", &Image::channels, "Their number.", range(1, 4))
        .param("width", &Image::width, "In pixels.", at_least(1))
        .param("height", &Image::height, "In pixels.", at_least(1))
        .param("layers", &Image::layers, "Their number.", at_least(1))
        .param("white", &Image::white, "Its code value.", at_least(0))
        .open([](const Image& p) {
            ImageFormat format;
            format.width = static_cast<std::size_t>(p.width);
            format.height = static_cast<std::size_t>(p.height);
            format.layers = static_cast<std::size_t>(p.layers);
            format.channels = p.channels;
            format.pixel = p.pixel;
            format.white = p.white;
            return std::make_unique<MadeImageFile>(format);
        });
}

struct Show {
    std::optional<Pixel> pixel;
};
StageDef show() {
    return sink<Show>("show", "Takes an image.")
        .param("pixel", &Show::pixel, "The type it wants.", keyword("any"))
        .wants([](const Show& p, const ImageFormat& has) {
            if (has.pixel == Pixel::i32)
                throw Error(Error::Kind::usage, "", "shows no i32: convert pixel=f32");
            ImageFormat wants = has;
            wants.pixel = p.pixel.value_or(has.pixel);
            return wants;
        })
        .open([](const Show&, const ImageFormat&) { return std::make_unique<NoImageWriter>(); });
}

struct Dim {
    double exponent = 2;
};
StageDef dim() {
    return point<Dim>("dim", "Makes an image darker.")
        .param("exponent", &Dim::exponent, "How much.", range(1, 9), live)
        .function("dim", "V dim(V v, REAL half) { return v; }")
        .constants([](const Dim& p, const StageInputs&) -> std::vector<Constant> {
            return {{"half", p.exponent / 2}};
        });
}

StageDef pair() {
    return point("pair", "Mixes two images.")
        .image_in("other", "The second image.")
        .function("pair", "V pair(V v, V other) { return v; }");
}

StageDef narrow() {
    return point("narrow", "Makes an image half as wide.")
        .infer([](const NoParams&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.width /= 2;
            return dst;
        })
        .function("narrow", "V narrow(V v) { return v; }");
}

StageDef real() {
    return point("real", "Makes real numbers.")
        .infer([](const NoParams&, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = Pixel::f32;
            return dst;
        })
        .function("real", "V real(V v) { return v; }");
}

StageDef apply_stage() {
    return point("apply", "Applies a scale.")
        .table_in("scale", "The scale.", {"factor"})
        .function("apply", "V apply(V v, TABLE scale) { return v; }");
}

struct Counted {
    std::vector<std::string> quantities = {"min", "max"};
};
StageDef reduce() {
    return reduce_stage<Counted>("reduce", "Finds statistics.")
        .image_in("mask", "Where to count.", true)
        .table_out("stats", "What was found.", {"count", "min", "max", "sum", "sum_sq"})
        .param("quantities", &Counted::quantities, "What a caller sees.",
               choices{"count", "min", "max", "mean", "std"})
        .observed(&Counted::quantities)
        .reduction([](const Counted&, const StageInputs&) { return Reduction{}; });
}

StageDef line() {
    return table_stage("line", "From statistics to a scale.")
        .table_in("stats", "What was found.", {"min", "max"})
        .table_out("scale", "The scale.", {"factor"})
        .layout([](const NoParams&, const StageInputs& inputs) {
            TableLayout layout;
            layout.channels = inputs.table().channels;
            layout.fields = {{"factor", FieldType::f64}};
            return layout;
        })
        .function("line");
}

struct Convert {
    Pixel pixel = Pixel::u8;
    int channels = 3;
    Space space = Space::encoded;
};
StageDef convert_stage() {
    return point<Convert>("convert", "Changes the format.")
        .param("pixel", &Convert::pixel, "Of the result.")
        .param("channels", &Convert::channels, "Of the result.", range(1, 4))
        .param("space", &Convert::space, "Of the result.")
        .infer([](const Convert& p, const StageInputs& inputs) {
            ImageFormat dst = inputs.image();
            dst.pixel = p.pixel;
            dst.channels = p.channels;
            dst.space = p.space;
            return dst;
        })
        .function("convert", "V convert(V v) { return v; }");
}

CompositionBuilder<NoParams> composed(std::string name, std::function<void(Expansion&)> expand) {
    return composition(std::move(name), "A composition.")
        .image_in("src", "The image.")
        .image_in("mask", "Where to count.", true)
        .image_out("dst", "It.")
        .expand([expand = std::move(expand)](const NoParams&, Expansion& e) { expand(e); });
}

StageDef normalize() {
    return composed("normalize",
                    [](Expansion& e) {
                        const auto stats = e.add("reduce", "stats", {}, {e.input(), e.input(1)});
                        const auto scale = e.add("line", "line", {}, {stats});
                        e.output(e.add("apply", "apply", {}, {e.input(), scale}));
                        e.output(stats, 1);
                    })
        .table_out("stats", "What was found.", {"min", "max"});
}
StageDef twice() {
    return composed("twice", [](Expansion& e) {
        const auto first = e.add("normalize", "first", {}, {e.input()});
        e.output(e.add("normalize", "second", {}, {first, e.input(1)}));
    });
}
StageDef nothing() {
    return composed("nothing", [](Expansion& e) { e.output(e.input().value()); });
}
StageDef open() {
    return composed("open", [](Expansion& e) { e.add("dim", "dim", {}, {e.input()}); });
}
StageDef lost() {
    return composed("lost", [](Expansion& e) { e.output(e.add("nowhere", "x", {}, {e.input()})); });
}
StageDef wrong() {
    return composed("wrong", [](Expansion& e) {
        e.output(e.add("dim", "d", {{"amount", 2.0}}, {e.input()}));
    });
}
StageDef far() {
    return composed("far", [](Expansion& e) {
        e.output(e.add("dim", "d", {{"exponent", 99.0}}, {e.input()}));
    });
}

struct Fit {
    std::string fit = "exact";
    int margin = 0;
    int low = 0, high = 1;
};
StageDef fitted() {
    return point<Fit>("fitted", "Fits an image.")
        .param("fit", &Fit::fit, "How.", choices{"exact", "pad"})
        .param("margin", &Fit::margin, "Around it.", only_for("fit", {"pad"}))
        .param("low", &Fit::low, "Below high.")
        .param("high", &Fit::high, "Above low.")
        .check([](const Fit& p) { return p.low < p.high ? "" : "low: must be below high"; })
        .function("fitted");
}
// Hands values on as they are.
StageDef handing(std::string name, Values values) {
    return composed(std::move(name), [values = std::move(values)](Expansion& e) {
        e.output(e.add("fitted", "f", values, {e.input()}));
    });
}

StageDef fussy() {
    return point("fussy", "Wants colours.")
        .refuse([](const NoParams&, const StageInputs& inputs) {
            return inputs.image().channels == 1 ? "wants colours, not " + inputs.image().text() : "";
        })
        .function("fussy", "V fussy(V v) { return v; }");
}

}  // namespace

const Registry& sample_registry() {
    static const Registry registry({image(),
                                    show(),
                                    dim(),
                                    pair(),
                                    narrow(),
                                    real(),
                                    apply_stage(),
                                    reduce(),
                                    line(),
                                    convert_stage(),
                                    normalize(),
                                    twice(),
                                    nothing(),
                                    open(),
                                    lost(),
                                    wrong(),
                                    far(),
                                    fussy(),
                                    fitted(),
                                    handing("padded", {{"fit", "pad"}, {"margin", std::int64_t{0}}}),
                                    handing("misplaced", {{"margin", std::int64_t{0}}}),
                                    handing("crossed", {{"low", std::int64_t{1}}}),
                                    source("input", "An image of the application.").internal(),
                                    sink("output", "An image for the application.").internal()});
    return registry;
}

CheckedGraph sample_graph(const std::string& chain) {
    Diagnostics faults;
    CheckedGraph graph = check(Graph::from_chain(chain), sample_registry(), faults);
    INFO(faults.text());
    REQUIRE(faults.ok());
    return graph;
}

Primitives walked(const std::string& chain, bool fp64) {
    CheckedGraph graph = sample_graph(chain);
    const SourceFormats formats = open_sources(graph).formats;
    return walk(graph, sample_registry(), formats, {.fp64 = fp64});
}

Primitives simplified(const std::string& chain, const std::vector<std::string>& observe) {
    Primitives graph = walked(chain);
    std::vector<Observed> observed = observed_tables(graph, observe);
    simplify(graph, observed);
    return graph;
}

std::string text(const Primitives& graph) {
    std::string text;
    for (const Primitive& node : graph.nodes) {
        std::string inputs;
        for (const auto& input : node.inputs)
            inputs += (inputs.empty() ? "" : ", ") + (input ? graph.nodes.at(*input).id : "-");
        text += (text.empty() ? "" : "; ") + node.id + (inputs.empty() ? "" : "(" + inputs + ")");
    }
    return text;
}

}  // namespace sluice::test
