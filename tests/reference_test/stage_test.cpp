#include "tests/reference/stage.hpp"

#include "pipeline/graph/registry.hpp"
#include "pipeline/sluice/stages_table.hpp"
#include "tests/reference/samples.hpp"
#include "tests/reference/stage_references.hpp"
#include "tests/reference_test/print_samples.hpp"
#include "tests/stage_facts.hpp"

#include <doctest/doctest.h>

#include <limits>

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

TEST_CASE("a gain gives what is halfway to the even one, as the float is that a device multiplies") {
    const Values grey{{"grey", std::vector<double>{279, 289, 144}}};  // 27 * 712 / 432 = 44.5
    const HostImage image = row_of(Pixel::u8, 3, {0, 0, 27});
    CHECK(samples_of(expected("whitebalance", grey, image.view()).view()) == Samples{0, 0, 44});
}

TEST_CASE("where finite neighbours may add up to infinity beside an infinite one, nothing is known") {
    constexpr double inf = std::numeric_limits<double>::infinity(), huge = 3e38;
    const auto ends = [](const Samples& row) {  // of a slope along the rows of an image that has one
        const Bounded slope =
            expected_within("sobel", {{"direction", "x"}}, exactly(row_of(Pixel::f32, 1, row)));
        return Samples{sample(slope.low.view(), 1, 0, 0), sample(slope.high.view(), 1, 0, 0)};
    };
    CHECK(ends({0, 1, inf}) == Samples{inf, inf});
    CHECK(ends({-huge, 1, huge}) == Samples{-inf, inf});
    CHECK(ends({huge, 1, inf}) == Samples{-inf, inf});
}

TEST_CASE("an unsharp mask whose blurred image is no number leaves as much unknown as there was") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    Bounded image = exactly(row_of(Pixel::f32, 1, {1, nan}));
    image.low = row_of(Pixel::f32, 1, {0.5, nan}), image.high = row_of(Pixel::f32, 1, {2, nan});
    image.exact = false;
    const Bounded sharp = expected_within("unsharp", {}, image);
    CHECK(sample(sharp.low.view(), 0, 0, 0) == 0.5);
    CHECK(sample(sharp.high.view(), 0, 0, 0) == 2);
}

TEST_CASE("a threshold by a histogram leaves alpha as unknown as it was") {
    Bounded image = exactly(row_of(Pixel::u8, 2, {10, 100, 200, 100}));
    image.high = row_of(Pixel::u8, 2, {10, 102, 200, 100});
    image.exact = false;
    const Bounded cut = expected_within("threshold", {{"method", "otsu"}}, image);
    CHECK(sample(cut.high.view(), 0, 0, 1) == 102);
    CHECK(sample(cut.high.view(), 1, 0, 1) == 100);
}

TEST_CASE("colours that are only relabelled go to another model as they are") {
    const HostImage image = row_of(Pixel::u8, 3, {120, 87, 74});  // 60 * 13 / 46 degrees
    const HostImage hsl = expected("convert", {{"to", "hsl"}, {"space", "data"}}, image.view());
    CHECK(sample(hsl.view(), 0, 0, 0) == static_cast<float>(780 / 46.0));
}

TEST_CASE("a negative scale of a kernel leaves unknown what is unknown") {
    constexpr double inf = std::numeric_limits<double>::infinity();
    Bounded image = exactly(row_of(Pixel::f32, 1, {0}));
    image.low = row_of(Pixel::f32, 1, {-inf}), image.high = row_of(Pixel::f32, 1, {inf});
    image.exact = false;
    const Bounded folded = expected_within("convolve", {{"scale", -2.0}}, image);
    CHECK(sample(folded.low.view(), 0, 0, 0) == -inf);
    CHECK(sample(folded.high.view(), 0, 0, 0) == inf);
}

TEST_CASE("a value that may lie beyond a histogram may lie in any of its bins, and in none") {
    const Registry registry(stage_table());
    const StageDef& reduce = *registry.find("reduce");
    Values values;
    for (const ParamDecl& param : reduce.params) values[param.name] = param.standard;
    Bounded image = exactly(row_of(Pixel::i8, 1, {0}));
    image.low = row_of(Pixel::i8, 1, {-128}), image.high = row_of(Pixel::i8, 1, {127});
    image.exact = false;
    for (const std::size_t bin : {0, 1, 2, 3}) {
        TableLayout layout;
        layout.channels = {"Y"};
        layout.fields = {{"histogram", FieldType::u32, true, 4}};
        Table table(layout);
        table.set("histogram", 0, 0, bin, 1);
        CHECK(reference_of("reduce")->wrong_table({reduce, values, {&image}}, table) == "");
    }
}
