// ./dev texts: the kernels of random graphs on devices that are not there, to be compared before and after a
// change of the planner that is to change none.
#include "tests/plan/planned.hpp"
#include "tests/property/random_graph.hpp"
#include "tests/property/variants.hpp"

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
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

std::string hexadecimal(std::uint64_t value) {
    std::ostringstream text;
    text << std::hex << value;
    return text.str();
}

// One that is the same whatever built this.
std::uint64_t hash(const std::string& text) {
    std::uint64_t value = 0xcbf29ce484222325u;
    for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
    return value;
}

}  // namespace

// SLUICE_TEXTS names a folder: `index` has a line for each launch, the other files are programs by their
// hash.
TEST_CASE("the kernels of random graphs, as files" * doctest::skip()) {
    const char* named = std::getenv("SLUICE_TEXTS");
    REQUIRE(named != nullptr);
    const std::filesystem::path folder = named;
    std::filesystem::create_directories(folder);
    std::ofstream index(folder / "index");
    for (std::uint64_t seed = 1; seed <= 500; ++seed) {
        const GraphCase graph = random_graph(seed);
        for (const auto& [device, facts] : devices())
            for (const Variant& variant : variants(seed)) {
                index << seed << " " << device << " " << variant.name << "\n";
                PlanOptions options = variant.options;
                options.observe = graph.observe;
                try {
                    const ExecutionPlan plan =
                        make_plan(checked(graph), test::builtin(), graph.formats(), facts, options);
                    for (const PlannedStep& step : plan.steps) {
                        const auto* launch = std::get_if<Launch>(&step);
                        if (launch == nullptr) continue;
                        const std::string text = launch->program->options + "\n" + launch->program->source;
                        const std::string name = hexadecimal(hash(text));
                        index << "  " << name << " " << launch->groups << "x" << launch->local << " "
                              << launch->stages << "\n";
                        if (!std::filesystem::exists(folder / name)) std::ofstream(folder / name) << text;
                    }
                } catch (const Error& error) {
                    index << "  " << error.what() << "\n";
                }
            }
    }
    CHECK(index.good());
}
