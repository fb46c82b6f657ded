// PoCL 5 ends a program one of whose kernels has local memory that nobody uses.
#include "pipeline/plan/make_plan.hpp"
#include "pipeline/plan/print.hpp"
#include "pipeline/sluice/stages_table.hpp"

#include <doctest/doctest.h>

#include <regex>
#include <string>

using namespace sluice;

namespace {

DeviceFacts facts(DeviceFacts::Type type) {
    DeviceFacts device;
    device.name = "a device";
    device.type = type;
    device.compute_units = 4;
    device.global_bytes = device.max_allocation = std::size_t{1} << 30;
    device.local_bytes = std::size_t{48} << 10;
    device.max_work_group = 1024;
    device.fp64 = true;
    device.inline_ptx = !device.cpu();
    return device;
}

std::string kernels(const std::string& chain, Pixel pixel, const DeviceFacts& device) {
    static const Registry registry(stage_table());
    Diagnostics faults;
    const CheckedGraph graph = check(Graph::from_chain(chain), registry, faults, {.open_ends = true});
    REQUIRE(faults.ok());
    return plan_text(make_plan(graph, registry, {{"input", {320, 200, 3, pixel}}}, device, {}), true);
}

std::size_t times(const std::string& text, const std::string& word) {
    const std::regex whole("\\b" + word + "\\b");
    return static_cast<std::size_t>(
        std::distance(std::sregex_iterator(text.begin(), text.end(), whole), std::sregex_iterator()));
}

}  // namespace

TEST_CASE("what kernels declare in local memory they use") {
    const std::regex declared("    __local \\w+ (\\w+)[;[]");
    std::size_t found = 0;
    for (const DeviceFacts::Type type : {DeviceFacts::Type::cpu, DeviceFacts::Type::gpu})
        for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f32})
            for (const char* chain :
                 {"normalize", "normalize mode=percentile", "normalize mode=percentile low=60 high=99",
                  "normalize mode=standardize", "normalize mode=equalize", "normalize mode=clahe tiles=2,2",
                  "threshold method=otsu", "threshold method=triangle", "gamma 0.8",
                  "gaussian 2 | normalize"}) {
                const std::string words = chain;
                const bool counts_levels = words.find("equalize") != words.npos ||
                                           words.find("clahe") != words.npos ||
                                           words.starts_with("threshold");
                if (pixel == Pixel::f32 && counts_levels) continue;
                CAPTURE(words);
                const std::string text = kernels(words, pixel, facts(type));
                for (std::sregex_iterator one(text.begin(), text.end(), declared), none; one != none;
                     ++one, ++found) {
                    const auto at = static_cast<std::size_t>(one->position());
                    const std::string kernel = text.substr(at, text.find("\n}\n", at) - at);
                    CHECK_MESSAGE(times(kernel, (*one)[1]) > 1, (*one)[1].str());
                }
            }
    CHECK(found > 50);
}
