// A new size seldom needs a new program: sizes, weights and numbers of taps come as arguments and tables.
#include "tests/plan/planned.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

// Programs of a pipeline that `chain` makes of so many random sizes.
template <class Chain>
std::set<std::string> programs_of(const Chain& chain, std::size_t sizes, const DeviceFacts& device) {
    std::mt19937 random(1);
    std::set<std::string> programs;
    for (std::size_t i = 0; i < sizes; ++i) {
        const std::size_t width = 200 + random() % 3800, height = 200 + random() % 3800;
        const ExecutionPlan plan = planned(chain(random), {width, height, 3}, device, {.frames = 1});
        for (const PlannedStep& step : plan.steps)
            if (const auto* launch = std::get_if<Launch>(&step))
                programs.insert(launch->program->options + launch->program->source);
    }
    return programs;
}

struct Sized {
    const char* name;
    std::string (*chain)(std::mt19937&);
};
const std::vector<Sized> pipelines{
    {"thumbnail", [](std::mt19937& r) { return "thumbnail " + std::to_string(32 + r() % 480); }},
    {"resize", [](std::mt19937& r) { return "resize width=" + std::to_string(32 + r() % 3000); }},
    {"letterbox", [](std::mt19937& r) { return "letterbox " + std::to_string(32 + r() % 900); }},
    {"crop | gaussian 2",
     [](std::mt19937& r) {
         return "crop x=3 y=5 width=" + std::to_string(32 + r() % 160) +
                " height=" + std::to_string(32 + r() % 160) + " | gaussian 2";
     }},
};

}  // namespace

TEST_CASE("random sizes of a pipeline have few programs") {
    DeviceFacts usual_cpu = cpu;
    usual_cpu.local_bytes = std::size_t{512} << 10;  // what PoCL offers
    for (const DeviceFacts& device : {usual_cpu, gpu})
        for (const Sized& sized : pipelines) {
            CAPTURE(device.name);
            CAPTURE(sized.name);
            CHECK(programs_of(sized.chain, 40, device).size() <= 8);
        }
}
