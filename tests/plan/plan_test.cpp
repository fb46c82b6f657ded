// The whole of planning, with the stages that come with sluice, for devices that are not there.
#include "pipeline/graph/stage_builder.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/plan/planned.hpp"
#include "tests/plan/sample_stages.hpp"
#include "tests/row_padding.hpp"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace sluice;
using namespace sluice::test;

namespace {

// A composition that looks levels up in a Table of the test's own, whose kernel is never compiled.
struct Levels {
    int count = 256;
};
StageDef levels(const FieldType type) {
    return table_stage<Levels>("made_levels", "A value for each level.")
        .table_out("given", "The values.", {"value"})
        .param("count", &Levels::count, "Of the levels.")
        .layout([type](const Levels& p, const StageInputs&) {
            TableLayout layout;
            layout.channels = {"R", "G", "B"};
            layout.fields = {{"value", type, true, static_cast<std::size_t>(p.count)}};
            return layout;
        })
        .given([](const Levels&, const StageInputs&, Table&) {});
}
StageDef looked_up() {
    return composition("looked_up", "Looks levels up.")
        .image_in("src", "The image.")
        .image_out("dst", "The result.")
        .expand([](const NoParams&, Expansion& e) {
            const auto lut = e.add("made_levels", "lut", {{"count", std::int64_t{256}}}, {});
            e.output(e.add("lookup", "lookup", {{"pixel", "u16"}}, {e.input(), lut}));
        });
}

const std::string example = "normalize id=n | gamma 0.8; invert from=n; reduce from=n.dst group=joint";

nlohmann::json json(const ExecutionPlan& plan) { return nlohmann::json::parse(plan_json(plan)); }

}  // namespace

TEST_CASE("the same arguments give the same plan, to the letter") {
    for (const DeviceFacts& device : {cpu, gpu})
        for (const ImageFormat& format : {photo, ImageFormat{7, 1, 4, Pixel::u16}}) {
            const ExecutionPlan a = planned(example, format, device, {.observe = {"n.stats"}});
            const ExecutionPlan b = planned(example, format, device, {.observe = {"n.stats"}});
            CHECK(plan_text(a, true) == plan_text(b, true));
            CHECK(plan_json(a) == plan_json(b));
            CHECK(plan_dot(a) == plan_dot(b));
        }
}

TEST_CASE("a lookup takes its Table whole, and what the Table holds from its layout") {
    const auto with = [](FieldType type) {
        std::vector<StageDef> stages = stage_table();
        stages.push_back(levels(type));
        stages.push_back(looked_up());
        return Registry(stages);
    };
    const auto pass = [](const ExecutionPlan& plan) {
        for (const PlannedStep& step : plan.steps)
            if (const auto* launch = std::get_if<Launch>(&step); launch != nullptr && launch->over_pixels)
                return launch->program->source;
        return std::string();
    };
    const ExecutionPlan plan = planned("looked_up", photo, cpu, {}, with(FieldType::f32));
    CHECK(plan.images.back().format.pixel == Pixel::u16);
    const std::string text = pass(plan);
    CHECK(text.find("lookup(v0, (TABLE)t1, n2_channels, n2_levels, n2_first, n2_doubles)") !=
          std::string::npos);
    CHECK(text.find("#define t1_value(row, channel, i) (((__global float *)(t1 + 0))"
                    "[(size_t)((row) * 3 + (channel)) * 256 + (i)])") != std::string::npos);
    CHECK(error_of([&] {
              planned("looked_up", {8, 8, 3, Pixel::f32}, cpu, {}, with(FieldType::f32));
          }).find("only 8 and 16 bit are looked up, not 8x8 f32 x3") != std::string::npos);
    CHECK(error_of([&] {
              planned("looked_up", photo, cpu, {}, with(FieldType::u32));
          }).find("its table holds no real numbers") != std::string::npos);
}

TEST_CASE("a Table that the host fills is there from the start: no kernel computes it") {
    for (const bool fuse : {true, false}) {
        PlanOptions options;
        options.fuse = fuse;
        const ExecutionPlan plan = planned("normalize in=10,200", photo, gpu, options);
        const PlannedTable* given = nullptr;
        for (const PlannedTable& table : plan.tables)
            if (table.name == "normalize.given") given = &table;
        REQUIRE(given != nullptr);
        Table table(given->layout);
        REQUIRE(given->given.size() == table.layout().bytes());
        std::copy(given->given.begin(), given->given.end(), table.data());
        CHECK(table.real("min") == 10);
        CHECK(table.real("max") == 200);
        for (const PlannedStep& step : plan.steps)
            if (const auto* launch = std::get_if<Launch>(&step))
                CHECK(launch->stages.find("normalize.given") == std::string::npos);
    }
}

TEST_CASE("Reduces of one pass share the local memory of a group") {
    // 24 KiB of bins each, and an H200 has 48 for all that a kernel keeps there.
    const ExecutionPlan plan = planned(
        "input | normalize percentile | output; normalize percentile low=5 from=input | output id=other",
        {640, 480, 3, Pixel::i32}, gpu);
    std::string reasons, passes;
    for (const PlannedStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step)) {
            passes += "|" + launch->stages + "|";
            if (launch->stages == "normalize.stats" || launch->stages == "normalize.2.stats")
                reasons += launch->reason;
        }
    CHECK(passes.find("|normalize.stats, normalize.2.stats|") != std::string::npos);
    CHECK(reasons.find("counted in local memory") != std::string::npos);
    CHECK(reasons.find("counted in global memory") != std::string::npos);
}

TEST_CASE("kernels do not depend on the size of an image, so that a new size compiles nothing") {
    for (const DeviceFacts& device : {cpu, gpu}) {
        const ExecutionPlan a = planned(example, photo, device);
        const ExecutionPlan b = planned(example, {4096, 2, 3}, device);
        REQUIRE(a.steps.size() == b.steps.size());
        for (std::size_t i = 0; i < a.steps.size(); ++i) {
            const auto* one = std::get_if<Launch>(&a.steps[i]);
            const auto* other = std::get_if<Launch>(&b.steps[i]);
            REQUIRE((one == nullptr) == (other == nullptr));
            if (one == nullptr) continue;
            CHECK(one->program->source == other->program->source);
            CHECK(one->program->options == other->program->options);
        }
    }
}

TEST_CASE("the plan as JSON has what the plan as text has, under names that programs may rely on") {
    const ExecutionPlan plan = planned(example, photo, cpu, {.observe = {"n.stats"}});
    const nlohmann::json facts = json(plan);
    CHECK(facts.at("sluice") == 1);
    CHECK(facts.at("device") == "a CPU");
    CHECK(facts.at("passes") == plan.passes());
    CHECK(facts.at("peak_device_bytes") == plan.peak_bytes);
    CHECK(facts.at("observed") == nlohmann::json({"n.stats", "reduce"}));

    const std::map<std::string, std::vector<std::string>> keys{
        {"upload", {"kind", "image"}},
        {"download", {"kind", "sink", "image"}},
        {"table",
         {"kind", "stages", "kernel", "implementation", "reason", "groups", "local", "reads", "writes",
          "bytes_read", "bytes_written"}},
        {"pass",
         {"kind", "stages", "kernel", "implementation", "reason", "groups", "local", "reads", "writes",
          "bytes_read", "bytes_written"}}};
    const std::string text = plan_text(plan);
    std::set<std::string> kinds;
    for (const nlohmann::json& step : facts.at("steps")) {
        const std::string kind = step.at("kind");
        kinds.insert(kind);
        CHECK(text.find(". " + kind + "  ") != std::string::npos);
        for (const std::string& key : keys.at(kind)) CHECK(step.contains(key));
        CHECK(step.size() == keys.at(kind).size());
    }
    CHECK(kinds.size() == 4);

    REQUIRE(facts.at("images").size() == plan.images.size());
    const nlohmann::json& image = facts.at("images").front();
    CHECK(image.at("name") == "input");
    CHECK(image.at("width") == 451);
    CHECK(image.at("height") == 300);
    CHECK(image.at("channels") == 3);
    CHECK(image.at("pixel") == "u8");
    CHECK(image.at("space") == "encoded");
    CHECK(image.at("storage") == "buffer");
    CHECK(image.at("bytes") == 464 * 4 * 300);
    CHECK(image.at("slot") == 0);
    CHECK(image.at("reason") == plan.images.front().reason);
    const nlohmann::json& table = facts.at("tables").front();
    CHECK(table.at("name") == "n.stats");
    CHECK(table.at("channels") == nlohmann::json({"R", "G", "B"}));
    CHECK(table.at("fields") ==
          nlohmann::json({{{"name", "min"}, {"type", "i64"}}, {{"name", "max"}, {"type", "i64"}}}));
}

TEST_CASE("the plan as a graph has every primitive and every edge") {
    const ExecutionPlan plan = planned("normalize id=n | invert", photo);
    const std::string dot = plan_dot(plan);
    std::size_t edges = 0;
    for (std::size_t at = 0; (at = dot.find(" -> ", at)) != std::string::npos; ++at) ++edges;
    CHECK(edges == 6);
    for (const Primitive& node : plan.graph.nodes)
        CHECK(dot.find("[label=\"" + node.id + "\\n") != std::string::npos);
    CHECK(dot.find("label=\"pass 2\"") != std::string::npos);
    CHECK(dot.find("label=\"pass 3\"") == std::string::npos);
    CHECK(dot.starts_with("digraph plan {\n"));
    CHECK(dot.ends_with("}\n"));
}

TEST_CASE("kernels are shown when they are asked for, each program once") {
    const ExecutionPlan plan = planned("invert", photo);
    CHECK(plan_text(plan).find("__kernel") == std::string::npos);
    const std::string text = plan_text(plan, true);
    CHECK(text.starts_with(plan_text(plan)));
    std::size_t programs = 0;
    for (std::size_t at = 0; (at = text.find("\n// ==== ", at)) != std::string::npos; ++at) ++programs;
    CHECK(programs == 1);
}

TEST_CASE("what a device cannot do is refused before anything runs, with the reason") {
    const auto refused = [](const std::string& chain, const ImageFormat& format, const DeviceFacts& device,
                            const PlanOptions& options = {}) {
        return error_of([&] { planned(chain, format, device, options); });
    };
    DeviceFacts small = gpu;
    small.fp64 = false;
    CHECK(refused("invert", {8, 8, 1, Pixel::f64}, small) ==
          "f64 needs double precision, which the device (a GPU) lacks");
    small = gpu;
    small.packed_texels = false;
    CHECK(refused("invert", photo, small, {.storage = StorageChoice::image}) ==
          "storage: 451x300 u8 x3 cannot be stored in an image object: the device has no image objects of 4 "
          "x 32 "
          "bits; "
          "ask for buffer");
    CHECK(refused("invert", photo, small).empty());
    small = gpu;
    small.max_image_width = 115;  // texels of four pixels; a row has 116
    CHECK(planned("invert", photo, small).images[0].storage == Storage::buffer);
    CHECK(planned("invert", photo, gpu).images[0].storage == Storage::image);
}

TEST_CASE("natural storage is given where the device can, and refused with what would be right") {
    const PlanOptions natural{.storage = StorageChoice::natural};
    DeviceFacts has = gpu;
    has.natural_texels = {"R/FLOAT", "RGBA/UNSIGNED_INT8"};
    const auto refused = [&](const ImageFormat& format, const DeviceFacts& device) {
        return error_of([&] { planned("invert", format, device, natural); });
    };
    const ExecutionPlan plan = planned("invert", photo, has, natural);
    for (const PlannedImage& image : plan.images) {
        CHECK(image.storage == Storage::natural);
        CHECK(image.reason == "asked for");
        CHECK(image.bytes() == 451 * 4 * 300);  // nothing is padded
    }
    CHECK(json(plan).at("images").at(0).at("storage") == "natural");
    CHECK(planned("invert", {7, 5, 1, Pixel::f32}, has, natural).images[0].storage == Storage::natural);
    CHECK(planned("invert", {7, 5, 1, Pixel::f64}, has, natural).images[0].storage == Storage::buffer);
    CHECK(planned("invert", photo, has).images[0].storage == Storage::image);

    CHECK(refused({7, 5, 1}, has) ==
          "storage: 7x5 u8 x1 cannot be stored in a natural image object: the device does not read and write "
          "R/UNSIGNED_INT8; ask for image or buffer");
    CHECK(refused({16385, 5, 4}, has) ==
          "storage: 16385x5 u8 x4 cannot be stored in a natural image object: the device's image objects are "
          "at most 16384x16384 texels; ask for image or buffer");
    has.packed_texels = false;
    CHECK(refused({5, 16385, 4}, has) ==
          "storage: 5x16385 u8 x4 cannot be stored in a natural image object: the device's image objects are "
          "at most 16384x16384 texels; ask for buffer");
    has.max_image_width = has.max_image_height = 0;
    CHECK(refused(photo, has).find("does not read and write RGBA/UNSIGNED_INT8; ask for buffer") !=
          std::string::npos);
}

TEST_CASE("a Source or a Sink may have a storage of its own") {
    DeviceFacts has = gpu;
    has.natural_texels = {"RGBA/UNSIGNED_INT8"};
    using Choices = std::map<std::string, StorageChoice>;
    const std::string chain =
        "input id=scene | invert | output id=dark; normalize from=scene | output id=bright";
    const auto storages = [&](const Choices& of) {
        std::map<std::string, Storage> result;
        for (const PlannedImage& image : planned(chain, photo, has, {.storage_of = of}).images)
            result[image.name] = image.storage;
        return result;
    };
    CHECK(storages({}) == std::map<std::string, Storage>{{"scene", Storage::image},
                                                         {"invert", Storage::image},
                                                         {"normalize.stretch", Storage::image}});
    CHECK(storages({{"scene", StorageChoice::natural}, {"bright", StorageChoice::buffer}}) ==
          std::map<std::string, Storage>{{"scene", Storage::natural},
                                         {"invert", Storage::image},
                                         {"normalize.stretch", Storage::buffer}});
    CHECK(storages({{"dark", StorageChoice::natural}}).at("invert") == Storage::natural);

    const auto refused = [&](const std::string& text, const Choices& of) {
        return error_of([&] { planned(text, photo, has, {.storage_of = of}); });
    };
    CHECK(refused(chain, {{"brigt", StorageChoice::image}}) ==
          "storage_of: 'brigt' is neither a Source nor a Sink; there are: scene, dark, bright (did you mean "
          "'bright'?)");
    CHECK(refused(chain, {{"invert", StorageChoice::image}})
              .starts_with("storage_of: 'invert' is neither a Source"));
    CHECK(refused("input id=scene | output id=dark",
                  {{"scene", StorageChoice::natural}, {"dark", StorageChoice::image}}) ==
          "storage_of: dark and scene are the same image, which can have only one storage");
    CHECK(refused("input id=scene | output id=dark",
                  {{"scene", StorageChoice::image}, {"dark", StorageChoice::image}})
              .empty());
}

TEST_CASE("on a GPU units of natural image objects are as small as what counts allows") {
    DeviceFacts has = gpu;
    for (const char* order : {"R/", "RGBA/"})
        for (const char* type : {"UNSIGNED_INT8", "UNSIGNED_INT16", "FLOAT"})
            has.natural_texels.push_back(order + std::string(type));
    const auto unit = [&](const std::string& chain, const ImageFormat& format, const PlanOptions& options) {
        const ExecutionPlan plan = planned(chain, format, has, options);
        for (const PlannedStep& step : plan.steps)
            if (const auto* launch = std::get_if<Launch>(&step); launch != nullptr && launch->over_pixels) {
                const std::string& source = launch->program->source;
                return std::stoi(source.substr(source.find("#define UNIT ") + 13));
            }
        return 0;
    };
    const PlanOptions natural{.storage = StorageChoice::natural};
    CHECK(unit("invert", {64, 64, 4, Pixel::u16}, natural) == 1);
    CHECK(unit("invert", {64, 64, 1, Pixel::u16}, natural) == 4);
    CHECK(unit("invert", {64, 64, 4}, natural) == 4);  // looked up as words of a whole texel
    CHECK(unit("reduce quantities=sum alpha=exclude", {64, 64, 4}, natural) == 2);  // two words of 32 bits
    CHECK(unit("reduce quantities=sum", {64, 64, 1}, natural) == 8);
    CHECK(unit("reduce quantities=sum", {64, 64, 1, Pixel::u16}, natural) == 4);
    CHECK(unit("reduce quantities=sum", {64, 64, 4, Pixel::f32}, natural) == 1);
    CHECK(unit("invert", {64, 64, 1}, {}) == 16);  // whole texels of 16 bytes
    CHECK(unit("invert", {64, 64, 1}, {.storage_of = {{"output", StorageChoice::natural}}}) == 16);
    // Of a buffer that is wider than what is read, one texel.
    const PlanOptions buffers{.storage = StorageChoice::buffer};
    CHECK(unit("convert pixel=f32", {64, 64, 4}, buffers) == 1);
    CHECK(unit("convert pixel=f16", {64, 64, 4}, buffers) == 2);
    CHECK(unit("convert pixel=f32", {64, 64, 1}, buffers) == 4);
    CHECK(unit("convert pixel=u8", {64, 64, 4, Pixel::f32}, buffers) == 4);
}

TEST_CASE("the last group of a pass computes the small Tables behind it") {
    const auto launches = [](const std::string& chain, ImageFormat format, bool fuse = true) {
        PlanOptions options;
        options.finish = FinishBy::last_group;
        options.fuse = fuse;
        const ExecutionPlan plan = planned(chain, format, gpu, options);
        std::vector<std::string> stages;
        for (const PlannedStep& step : plan.steps)
            if (const auto* launch = std::get_if<Launch>(&step)) stages.push_back(launch->stages);
        return stages;
    };
    using Stages = std::vector<std::string>;
    CHECK(launches("normalize", photo) ==
          Stages{"normalize.stats, normalize.range, normalize.stretch.levels", "normalize.stretch"});
    CHECK(launches("normalize mode=percentile low=1", photo) ==
          Stages{"normalize.stats, normalize.stats_percentiles, normalize.range, normalize.stretch.levels",
                 "normalize.stretch"});
    CHECK(launches("normalize mode=equalize", photo).size() == 2);
    CHECK(launches("normalize", photo, false) ==
          Stages{"normalize.stats", "normalize.range", "normalize.stretch"});
    // 65536 levels are many; what reads them waits for them.
    CHECK(launches("normalize mode=equalize", {451, 300, 3, Pixel::u16}).size() > 2);
    ImageFormat layers = photo;
    layers.layers = 2;
    CHECK(launches("normalize", layers) ==
          Stages{"normalize.stats", "normalize.range", "normalize.stretch.levels, normalize.stretch"});
    // Tables in double, and a pass in float.
    CHECK(launches("normalize pixel=f64", photo) ==
          Stages{"normalize.stats", "normalize.range", "normalize.stretch"});
}

TEST_CASE("without a last group, one kernel finishes a pass and computes the small Tables behind it") {
    const auto launches = [](const std::string& chain, const ImageFormat& format, const DeviceFacts& device,
                             const PlanOptions& options) {
        std::vector<std::shared_ptr<const Program>> programs;
        std::vector<std::string> stages;
        for (const PlannedStep& step : planned(chain, format, device, options).steps)
            if (const auto* launch = std::get_if<Launch>(&step)) {
                stages.push_back(launch->kernel + " " + launch->stages);
                programs.push_back(launch->program);
            }
        return std::pair(stages, programs);
    };
    using Stages = std::vector<std::string>;
    const std::string chain = "normalize mode=percentile low=1 group=joint";
    const Stages percentile{"pass normalize.stats", "bins normalize.stats",
                            "finish normalize.stats, normalize.stats_percentiles, normalize.range",
                            "pass normalize.stretch"};
    const auto [stages, programs] = launches(chain, photo, cpu, {});
    CHECK(stages == percentile);
    // What is not of its pixels is the same for another format, and compiled once.
    const auto of_alpha = launches(chain, {451, 300, 4}, cpu, {}).second;
    for (const std::size_t i : {1, 2}) CHECK(programs[i]->source == of_alpha[i]->source);
    CHECK(programs[0]->source != of_alpha[0]->source);

    const PlanOptions by_kernel{.finish = FinishBy::kernel};
    CHECK(launches("normalize", photo, gpu, by_kernel).first.at(1) ==
          "finish normalize.stats, normalize.range");
    CHECK(launches("normalize", photo, cpu, {.fuse = false}).first ==
          Stages{"pass normalize.stats", "finish normalize.stats", "table normalize.range",
                 "pass normalize.stretch"});
    // 65536 levels are many for the one item of a CPU.
    CHECK(launches("normalize mode=equalize", {451, 300, 3, Pixel::u16}, cpu, {}).first.size() > 3);
}

TEST_CASE("groups of a GPU compute the levels that only they look words up in") {
    const auto launches = [](const std::string& chain, const DeviceFacts& device) {
        std::vector<std::string> stages;
        for (const PlannedStep& step : planned(chain, photo, device).steps)
            if (const auto* launch = std::get_if<Launch>(&step)) stages.push_back(launch->stages);
        return stages;
    };
    using Stages = std::vector<std::string>;
    CHECK(launches("input | gamma 0.8 | posterize 4 | output", gpu) == Stages{"posterize.levels, posterize"});
    CHECK(launches("input | gamma 0.8 | output", cpu) == Stages{"gamma.levels", "gamma"});
    // The image is looked at beside the lookup, so that words are not enough.
    CHECK(launches("input | gamma 0.8 | output; reduce from=gamma", gpu).front() == "gamma.levels");
}

TEST_CASE("a group that finishes a Reduce has room for all that it shares") {
    // 32 tables of levels and what 256 work-items fold would take all local memory, to the byte.
    const std::string chain =
        "input | invert; reduce from=input quantities=sum,variance,nonzero,min_at,max_at";
    PlanOptions options;
    options.finish = FinishBy::last_group;
    const ExecutionPlan plan = planned(chain, {26, 20, 1, Pixel::i8}, gpu, options);
    REQUIRE(plan.passes() == 1);
    for (const PlannedStep& step : plan.steps)
        if (const auto* launch = std::get_if<Launch>(&step); launch != nullptr && launch->over_pixels) {
            CHECK(launch->program->source.find("_all[32 * 256]") != std::string::npos);
            CHECK(launch->local == 128);
        }
}

TEST_CASE("the metadata of a Sink's image are those of the source on its way of first inputs") {
    const ExecutionPlan plan = planned("input id=m; input id=i; normalize from=i,m | invert", photo);
    for (std::size_t i = 0; i < plan.graph.nodes.size(); ++i) {
        if (!plan.graph.nodes[i].is(Kind::sink)) continue;
        const auto source = plan.metadata_source(i);
        REQUIRE(source.has_value());
        CHECK(plan.graph.nodes[*source].id == "i");
    }
}

TEST_CASE("no pass goes beyond the padding of a row") {
    // Of images that are counted in words or looked up, masks, and what is stored beside: rows are padded
    // differently.
    for (const DeviceFacts& device : {cpu, gpu})
        for (const char* pixel : {"u8", "i16", "f16", "f32", "f64"})
            for (const Pixel src : {Pixel::u8, Pixel::u16, Pixel::f32})
                for (const int channels : {1, 4})
                    for (const std::size_t width : {1, 17, 33, 49, 615}) {
                        const std::string chain =
                            std::string("input id=mask; input; reduce from=input quantities=sum; ") +
                            "reduce from=mask quantities=sum; reduce from=input,mask "
                            "quantities=sum; convert from=input channels=1 pixel=" +
                            pixel + " | output";
                        const std::string looked_up = std::string("input id=mask; input; gamma 0.8 id=g; ") +
                                                      "stack from=g,mask | output; solarize from=g | output";
                        for (const std::string& each : {chain, looked_up}) {
                            CAPTURE(each);
                            const ExecutionPlan plan = planned(each, {width, 5, channels, src}, device,
                                                               {.storage = StorageChoice::buffer}, builtin(),
                                                               {{"mask", {width, 5, 1, Pixel::u8}}});
                            CHECK(beyond_rows(plan) == "");
                        }
                    }
}

TEST_CASE("a pass does not read an image that it writes, also not by way of Points in front of a Gather") {
    // b is stored for c; d reads it by way of absdiff.
    const std::string chain =
        "input; gaussian from=input id=b; box from=b id=c; output from=c; "
        "absdiff from=input,b | box id=d; output from=d";
    for (const DeviceFacts& device : {cpu, gpu})
        for (const PlannedStep& step : planned(chain, photo, device).steps)
            if (const auto* launch = std::get_if<Launch>(&step))
                for (const std::size_t image : launch->writes)
                    CHECK(std::count(launch->reads.begin(), launch->reads.end(), image) == 0);
}
