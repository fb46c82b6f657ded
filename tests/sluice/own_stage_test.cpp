// Stages of an application that bring their kernels along.
#include <sluice/sluice.hpp>

#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

using namespace sluice;

namespace {

struct Faint {
    double rest = 0.5;
};

StageDef own_point(const std::string& name, const std::string& file, const std::string& text) {
    return point<Faint>(name, "Leaves a part of each value.")
        .param("rest", &Faint::rest, "How much is left.", range(0, 1), live)
        .function(file, text);
}

const char* const faint_text = "V faint(V v, REAL rest) { return v * rest; }\n";
const ImageFormat flat{37, 5, 4, Pixel::u8};

Registry with(std::vector<StageDef> stages) {
    Registry registry = builtin_stages();
    for (StageDef& stage : stages) registry.add(std::move(stage));
    return registry;
}

Session session_of(const std::string& chain, const Registry& registry, const PlanOptions& options = {}) {
    return Session(Plan(Graph::from_chain(chain), flat, Device::pick(), options, registry));
}

}  // namespace

TEST_CASE("a stage that brings its kernel along is fused and live as others are") {
    const Registry registry = with({own_point("faint", "faint", faint_text)});
    const HostImage image = reference::random_image(flat);
    PlanOptions apart;
    apart.fuse = false;
    Session fused = session_of("faint rest=0.25 | invert", registry),
            unfused = session_of("faint rest=0.25 | invert", registry, apart);
    for (const double rest : {0.25, 1.0}) {
        fused.set("faint.rest", rest);
        unfused.set("faint.rest", rest);
        HostImage expected(flat);
        for (std::size_t y = 0; y < flat.height; ++y)
            for (std::size_t x = 0; x < flat.width; ++x)
                for (int c = 0; c < 4; ++c) {
                    const double v = sample(image.view(), x, y, c);
                    set_sample(expected.view(), x, y, c, c == 3 ? v : 255 - std::nearbyint(v * rest));
                }
        CHECK(reference::compare(fused.submit(image.view()).read().view(), expected.view()).none());
        CHECK(reference::compare(unfused.submit(image.view()).read().view(), expected.view()).none());
    }
}

TEST_CASE("what is wrong with a text of an application's says where") {
    const auto refusal = [](std::vector<StageDef> stages, const std::string& chain) {
        return error_of([&] { const Session session = session_of(chain, with(std::move(stages))); });
    };
    CHECK(refusal({own_point("faint", "gamma", "V gamma(V v, REAL rest) { return v; }")}, "faint") ==
          "gamma.cl: sluice has a kernel text of this name: take another one");
    CHECK(refusal({own_point("faint", "faint", "V faint_other(V v) { return v; }")}, "faint") ==
          "faint: faint.cl has no function faint");
    CHECK(refusal({own_point("faint", "faint", "\nV faint(V v, REAL tint) { return v; }")}, "faint")
              .find("faint.cl:2: ") == 0);
    CHECK(refusal({own_point("faint", "faint", faint_text),
                   own_point("fainter", "faint", std::string(faint_text) + "\n")},
                  "faint | fainter") ==
          "faint.cl: two stages bring along different kernel texts of this name");
    const Registry broken =
        with({own_point("faint", "faint", "\nV faint(V v, REAL rest) { return v * unknown_one; }")});
    std::string built;
    try {
        const Session session = session_of("faint", broken);
    } catch (const Error& error) {
        built = error.what();
    }
    CHECK_MESSAGE(built.find("faint.cl:2") != std::string::npos, built);
}
