// ./dev texts: the kernels of random graphs on devices that are not there, to be compared before and after a
// change of the planner that is to change none.
#include "pipeline/core/hash.hpp"
#include "tests/plan/planned.hpp"
#include "tests/property/random_graph.hpp"
#include "tests/property/variants.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

using namespace sluice;
using namespace sluice::property;

namespace {

// One that offers all that kernels know to use, one that offers little, and CPUs of two sizes.
std::vector<std::pair<std::string, DeviceFacts>> devices() {
    DeviceFacts rich = test::facts(DeviceFacts::Type::gpu, 132),
                poor = test::facts(DeviceFacts::Type::gpu, 8), wide = test::facts(DeviceFacts::Type::cpu, 16);
    rich.local_bytes = std::size_t{227} << 10;
    rich.exact_division = rich.inline_ptx = rich.packed_minmax = rich.dot_bytes = rich.fast_subnormals = true;
    rich.natural_texels = {"R/UNSIGNED_INT8", "RGBA/UNSIGNED_INT8", "R/FLOAT", "RGBA/FLOAT"};
    poor.local_bytes = std::size_t{32} << 10;
    poor.max_work_group = 256;
    poor.max_image_width = poor.max_image_height = 0;
    wide.exact_division = wide.fast_subnormals = true;
    return {{"rich", rich}, {"poor", poor}, {"cpu", test::cpu}, {"wide", wide}};
}

// Writes programs by their hashes, and a line for each launch into `index`.
class Folder {
public:
    explicit Folder(const std::filesystem::path& path) : path_(path) {
        std::filesystem::create_directories(path);
        index_.open(path / "index");
    }

    template <class Plan>
    void add(const std::string& what, const Plan& plan) {
        index_ << what << "\n";
        try {
            for (const PlannedStep& step : plan().steps)
                if (const auto* launch = std::get_if<Launch>(&step)) add(*launch);
        } catch (const Error& error) {
            index_ << "  " << error.what() << "\n";
        }
    }
    bool good() const { return index_.good(); }

private:
    void add(const Launch& launch) {
        const std::string text = launch.program->options + "\n" + launch.program->source;
        Hash hash;
        hash.add(text);
        const std::string name = hash.text();
        index_ << "  " << name << " " << launch.groups << "x" << launch.local << " " << launch.stages << " "
               << launch.implementation << "\n";
        if (!std::filesystem::exists(path_ / name)) std::ofstream(path_ / name) << text;
    }

    std::filesystem::path path_;
    std::ofstream index_;
};

// Random graphs have small images. These reach what is for large ones.
const std::vector<const char*> of_large_images{"gaussian 1",
                                               "gaussian 4",
                                               "gaussian 30",
                                               "box 1",
                                               "box 4",
                                               "unsharp",
                                               "localnorm",
                                               "guided",
                                               "sobel",
                                               "median 2",
                                               "dilate 3",
                                               "bilateral 2",
                                               "resize scale=0.5 filter=area",
                                               "resize scale=0.25 filter=area",
                                               "resize scale=0.5 filter=lanczos3",
                                               "resize scale=0.37 filter=lanczos3",
                                               "resize scale=0.9 filter=cubic",
                                               "resize scale=2 filter=cubic",
                                               "resize width=200 filter=linear",
                                               "resize width=200 filter=lanczos3",
                                               "resize width=333 height=4000",
                                               "thumbnail 130",
                                               "letterbox 224 | normalize standardize",
                                               "asinh | gaussian 2",
                                               "grey | sobel",
                                               "warp 0.9,0.1,3,-0.1,0.9,5"};

}  // namespace

TEST_CASE("planned twice, a graph has the same kernels") {
    const auto texts = [](std::uint64_t seed, const DeviceFacts& facts) {
        const GraphCase graph = random_graph(seed);
        std::string all;
        const ExecutionPlan plan = make_plan(checked(graph), test::builtin(), graph.formats(), facts, {});
        for (const PlannedStep& step : plan.steps)
            if (const auto* launch = std::get_if<Launch>(&step)) all += launch->program->source;
        return all;
    };
    for (const auto& [device, facts] : devices())
        for (const std::uint64_t seed : {1, 2, 3, 4, 5}) CHECK(texts(seed, facts) == texts(seed, facts));
}

// SLUICE_TEXTS names a folder.
TEST_CASE("the kernels of random graphs, as files" * doctest::skip()) {
    const char* named = std::getenv("SLUICE_TEXTS");
    REQUIRE(named != nullptr);
    Folder folder(named);
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        const GraphCase graph = random_graph(seed);
        for (const auto& [device, facts] : devices())
            for (const Variant& variant : variants(seed)) {
                if (variant.store) continue;
                folder.add(std::to_string(seed) + " " + device + " " + variant.name, [&, &facts = facts] {
                    PlanOptions options = variant.options;
                    options.observe = graph.observe;
                    return make_plan(checked(graph), test::builtin(), graph.formats(), facts, options);
                });
            }
    }
    for (const auto& [device, facts] : devices())
        for (const ImageFormat& size : {ImageFormat{640, 480, 3}, {1920, 1080, 3}, {4096, 4096, 3}})
            for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f32})
                for (const int channels : {1, 3, 4})
                    for (const char* chain : of_large_images) {
                        const ImageFormat format{size.width, size.height, channels, pixel};
                        folder.add(std::string(chain) + " " + device + " " + format.text(),
                                   [&, &facts = facts] { return test::planned(chain, format, facts); });
                    }
    CHECK(folder.good());
}
