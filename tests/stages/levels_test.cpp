// Chains of Points that planning evaluates for each level, and Reduces that it moves in front of them: the
// results are those of the pipeline as it was written.
#include "tests/reference/compare.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>
#include <cmath>

using namespace sluice;
using namespace sluice::test;

namespace {

std::size_t said(const ExecutionPlan& plan, const std::string& what) {
    return static_cast<std::size_t>(
        std::count_if(plan.decisions.begin(), plan.decisions.end(),
                      [&](const std::string& decision) { return decision.find(what) != std::string::npos; }));
}

ExecutionPlan planned(const std::string& chain, const ImageFormat& format, const PlanOptions& options = {}) {
    return *Plan(Graph::from_chain(chain), format, device(), options).execution;
}

PlanOptions ways_of(bool fuse, bool simplify) {
    PlanOptions options;
    options.storage = StorageChoice::buffer;
    options.fuse = fuse;
    options.simplify = simplify;
    return options;
}

const std::string graded =
    "convert pixel=f32 space=linear | normalize mode=minmax | gamma exponent=0.8 | convert pixel=u8 "
    "space=encoded";

}  // namespace

TEST_CASE("a stretch in linear light is two passes over the code values") {
    const ImageFormat photo{640, 480, 4, Pixel::u8};
    const ExecutionPlan plan = planned(graded, photo);
    CHECK(plan.passes() == 2);
    CHECK(said(plan, "normalize.stats looks at input") == 1);
    CHECK(said(plan, "256 levels of input and looked up") == 1);
    for (const PlannedImage& image : plan.images) CHECK(image.format.pixel == Pixel::u8);
    CHECK(planned(graded, photo, ways_of(false, true)).passes() == 6);
    CHECK(planned(graded, photo, ways_of(false, false)).passes() == 6);
    CHECK(said(planned(graded, photo, ways_of(true, false)), "looks at") == 0);
}

TEST_CASE("fused or not, before the Points or behind them: the same bytes") {
    struct Case {
        std::string chain;
        Pixel pixel;
        int channels;
        std::size_t lookups, moved;
    };
    const std::vector<Case> cases{
        {graded, Pixel::u8, 4, 1, 1},
        {"convert pixel=u8 | gamma exponent=0.5 | normalize alpha=include", Pixel::u16, 4, 1, 1},
        {"gamma exponent=0.5 | normalize group=joint | gamma exponent=2", Pixel::i16, 2, 1, 1},
        {"convert pixel=f64 | gamma exponent=0.7 | normalize pixel=f32", Pixel::u8, 3, 1, 1},
        {"gamma exponent=0.7 | normalize group=joint alpha=visible", Pixel::u8, 4, 1, 1},
    };
    for (const Case& c : cases) {
        const HostImage image = reference::random_image({97, 1400, c.channels, c.pixel});
        CAPTURE(c.chain);
        CAPTURE(image.format().text());
        const ExecutionPlan plan = planned(c.chain, image.format());
        CHECK(said(plan, "looked up") == c.lookups);
        CHECK(said(plan, "looks at") == c.moved);
        const HostImage plain = run(c.chain, image.view(), ways_of(false, false)).image;
        const auto difference =
            reference::compare(run(c.chain, image.view(), ways_of(true, true)).image.view(), plain.view());
        CHECK_MESSAGE(difference.none(), difference.text);
    }
}

TEST_CASE("8-bit images are looked up as words, on both storages and in work-groups") {
    const auto check_one = [](int channels, Pixel pixel, const Way& way) {
        const HostImage image = reference::random_image({97, 35, channels, pixel});
        CAPTURE(image.format().text());
        CAPTURE(way.name);
        const std::string chain = "gamma exponent=0.5 | normalize | gamma exponent=2";
        const HostImage plain = run(chain, image.view(), ways_of(false, false)).image;
        const std::string text = Plan(Graph::from_chain(chain), image.format(), device(), way.options).text();
        CHECK(text.find("looked up as words") != std::string::npos);
        const HostImage words = run(chain, image.view(), way.options).image;
        const auto difference = reference::compare(words.view(), plain.view());
        CHECK_MESSAGE(difference.none(), difference.text);
    };
    for (const auto& one :
         every_pair(std::vector{1, 3, 4}, std::vector{Pixel::u8, Pixel::i8}, as_on_cpus_and_gpus()))
        std::apply(check_one, one);
}

TEST_CASE("what loops, or takes numbers of a Table, for each value is looked up as words too") {
    const HostImage image = reference::random_image({97, 35, 4, Pixel::u8});
    for (const char* chain : {"curves 0,0;0.25,0.15;1,1", "lut values=0,0.2,0.9,1"}) {
        CAPTURE(chain);
        const PlanOptions options = ways_of(true, true);
        CHECK(Plan(Graph::from_chain(chain), image.format(), device(), options)
                  .text()
                  .find("looked up as words") != std::string::npos);
        const auto difference =
            reference::compare(run(chain, image.view(), options).image.view(),
                               run(chain, image.view(), ways_of(false, false)).image.view());
        CHECK_MESSAGE(difference.none(), difference.text);
    }
}

TEST_CASE("alpha that is negative, and 0 in unsigned integers, hides pixels behind a convert only") {
    const std::string chain = "convert pixel=u8 | reduce quantities=count,min,max";
    const HostImage image = reference::row_of(Pixel::i8, 2, {10, 100, 20, -100, 30, 0, 40, 1});
    const Table moved = run(chain, image.view(), ways_of(true, true)).tables.at("reduce");
    CHECK(moved.real("count", 0) == 2);
    CHECK(moved.real("max", 0) == 40);
    CHECK(said(planned(chain, image.format()), "looks at") == 0);
}

TEST_CASE("small images are not worth a table of levels") {
    CHECK(said(planned("gamma exponent=0.5", {20, 20, 1, Pixel::u8}), "looked up") == 0);
    CHECK(said(planned("gamma exponent=0.5", {200, 20, 1, Pixel::u16}), "looked up") == 0);
}

TEST_CASE("live parameters reach the tables of levels") {
    const HostImage image = reference::random_image({64, 64, 3, Pixel::u8});
    Session session(Plan(Graph::from_chain("gamma exponent=0.5"), image.format(), device()));
    CHECK(said(session.plan(), "looked up") == 1);
    session.submit(image.view()).read();
    session.set("gamma.exponent", 2.0);
    const HostImage live = session.submit(image.view()).read();
    CHECK(reference::compare(live.view(), run("gamma exponent=2", image.view()).image.view()).none());
}

TEST_CASE("extremes of nothing are those of nothing") {
    const HostImage image = reference::random_image({64, 64, 3, Pixel::u8});
    const HostImage mask(ImageFormat{64, 64, 1, Pixel::u8});
    const ConstHostView view = mask.view();
    for (const char* pixel : {"u16", "f32"}) {
        const std::string chain = std::string("input id=mask; input | convert pixel=") + pixel +
                                  " | reduce quantities=min,max from=convert,mask";
        const Result moved = run(chain, image.view(), ways_of(true, true), &view);
        const Result plain = run(chain, image.view(), ways_of(false, false), &view);
        for (std::size_t c = 0; c < 3; ++c)
            for (const char* field : {"min", "max"})
                CHECK(moved.tables.at("reduce").real(field, c) == plain.tables.at("reduce").real(field, c));
    }
}

TEST_CASE("sums behind affine Points, and all behind costly ones, follow from the image before them") {
    struct Case {
        std::string chain;
        Pixel pixel;
        const char* why;
    };
    const std::vector<Case> cases{
        {"convert pixel=f32 | reduce quantities=count,min,max,mean,std", Pixel::u8, "affine"},
        {"convert pixel=f32 | reduce quantities=mean,std group=joint", Pixel::i16, "affine"},
        {"convert pixel=f32 space=linear | reduce quantities=count,min,max,mean,std,nonzero,nan", Pixel::u8,
         "known for each level"},
        // What the Reduce looks at is looked up for somebody else.
        {"normalize mode=standardize | gamma id=dst exponent=0.5 | reduce; output from=dst", Pixel::u8,
         "known for each level"},
    };
    for (const Case& c : cases) {
        CAPTURE(c.chain);
        const HostImage image = reference::random_image({97, 140, 4, c.pixel});
        CHECK(said(planned(c.chain, image.format()), c.why) == 1);
        CHECK(said(planned(c.chain, image.format(), ways_of(true, false)), c.why) == 0);
        const Table moved = run(c.chain, image.view(), ways_of(true, true)).tables.at("reduce");
        const Table plain = run(c.chain, image.view(), ways_of(true, false)).tables.at("reduce");
        REQUIRE(moved.layout() == plain.layout());
        for (const Field& field : plain.layout().fields)
            for (std::size_t channel = 0; channel < plain.layout().channels.size(); ++channel) {
                CAPTURE(field.name);
                const double expected = plain.real(field.name, channel);
                const bool sums = field.name == "sum" || field.name == "sum_sq";
                CHECK(std::fabs(moved.real(field.name, channel) - expected) <=
                      (sums ? 1e-6 * std::fabs(expected) : 0));
            }
    }
}
