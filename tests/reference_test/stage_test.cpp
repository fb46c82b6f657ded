#include "tests/reference/stage.hpp"

#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/reference/samples.hpp"
#include "tests/reference/stage_references.hpp"
#include "tests/stage_facts.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::reference;

TEST_CASE("every stage that computes and that users see has a reference") {
    for (const StageDef& stage : stage_table()) {
        if (stage.internal || !test::computes(stage)) continue;
        const StageReference* reference = reference_of(stage.name);
        CHECK_MESSAGE(reference != nullptr, no_reference(stage.name));
        if (reference == nullptr) continue;
        CHECK_MESSAGE(
            (test::gives_image(stage) ? reference->image != nullptr : reference->wrong_table != nullptr),
            "the reference of " << stage.name << " has no function for its output");
    }
}

TEST_CASE("every reference is that of a stage") {
    const Registry registry(stage_table());
    for (const auto& [name, reference] : stage_references())
        CHECK_MESSAGE(registry.find(name) != nullptr,
                      "tests/reference/stages/" << name << ".cpp is the reference of no stage");
}

TEST_CASE("what is missing is said with the file to write") {
    CHECK(reference_of("solarise") == nullptr);
    CHECK(no_reference("solarise").find("tests/reference/stages/solarise.cpp") != std::string::npos);
}

TEST_CASE("parameters that are not named keep their defaults") {
    const HostImage image = row_of(Pixel::f32, 1, {0.25});
    CHECK(samples_of(expected("gamma", {}, image.view()).view()) == Samples{0.25});
    CHECK(samples_of(expected("gamma", {{"exponent", 0.5}}, image.view()).view()) == Samples{0.5});
}
