// Images that go through in strips: the same bytes as in one piece.
#include "tests/error_of.hpp"
#include "tests/reference/compare.hpp"
#include "tests/stages/support.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

PlanOptions limited(std::size_t bytes, StorageChoice storage = StorageChoice::buffer) {
    PlanOptions options;
    options.storage = storage;
    options.limit_memory = bytes;
    return options;
}

std::size_t strips(const std::string& chain, const ImageFormat& format, const PlanOptions& options) {
    return Plan(Graph::from_chain(chain), format, device(), options).execution.strips.count;
}

}  // namespace

TEST_CASE("in strips, images and integer statistics are those of one piece, on both storages") {
    struct Case {
        std::string chain;
        ImageFormat format;
        std::size_t limit;
    };
    const std::vector<Case> cases{
        {"normalize", {101, 133, 4, Pixel::u8}, 50000},
        {"convert pixel=f32 space=linear | normalize | gamma exponent=0.8 | convert pixel=u8 space=encoded",
         {101, 133, 3, Pixel::u8},
         50000},
        {"normalize region=7,60,50,30 | invert", {61, 133, 1, Pixel::u16}, 20000},
    };
    for (const Case& c : cases)
        for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
            CAPTURE(c.chain);
            CHECK(strips(c.chain, c.format, limited(c.limit, storage)) >= 3);
            const HostImage image = reference::random_image(c.format);
            const HostImage whole = run(c.chain, image.view(), limited(0, storage)).image;
            const HostImage cut = run(c.chain, image.view(), limited(c.limit, storage)).image;
            const auto difference = reference::compare(cut.view(), whole.view());
            CHECK_MESSAGE(difference.none(), difference.text);
        }
}

TEST_CASE("natural image objects go through in strips too") {
    const HostImage image = reference::random_image({101, 133, 4, Pixel::u8});
    const PlanOptions options = limited(50000, StorageChoice::natural);
    CHECK(strips("normalize", image.format(), options) >= 3);
    const auto difference = reference::compare(run("normalize", image.view(), options).image.view(),
                                               run("normalize", image.view()).image.view());
    CHECK_MESSAGE(difference.none(), difference.text);
}

TEST_CASE("places, histograms, sums and masks are counted over all strips") {
    const std::string chain =
        "input id=mask; input | reduce quantities=count,min,max,sum,sum_sq,min_at,max_at,histogram bins=16 "
        "from=input,mask";
    const HostImage image = reference::random_image({77, 201, 1, Pixel::u8});
    const HostImage mask = reference::random_image({77, 201, 1, Pixel::u8}, {});
    const ConstHostView view = mask.view();
    const Table whole = run(chain, image.view(), limited(0), &view).tables.at("reduce");
    const Table cut = run(chain, image.view(), limited(20000), &view).tables.at("reduce");
    REQUIRE(cut.layout() == whole.layout());
    for (const Field& field : whole.layout().fields)
        for (std::size_t i = 0; i < field.count; ++i) {
            CAPTURE(field.name);
            CHECK(cut.integer(field.name, 0, 0, i) == whole.integer(field.name, 0, 0, i));
        }
}

TEST_CASE("float statistics over strips stay within their error") {
    const HostImage image = reference::random_image({77, 201, 1, Pixel::f32}, {.nan = true, .inf = true});
    const Table whole = run("reduce quantities=sum,sum_sq,nan", image.view(), limited(0)).tables.at("reduce");
    const Table cut =
        run("reduce quantities=sum,sum_sq,nan", image.view(), limited(30000)).tables.at("reduce");
    CHECK(cut.integer("nan") == whole.integer("nan"));
    CHECK(cut.real("sum") == doctest::Approx(whole.real("sum")).epsilon(1e-12));
    CHECK(cut.real("sum_sq") == doctest::Approx(whole.real("sum_sq")).epsilon(1e-12));
}

TEST_CASE("several frames, and what a frame holds, stay below what was planned") {
    const ImageFormat format{101, 133, 4, Pixel::u8};
    const Plan plan(Graph::from_chain("normalize"), format, device(), limited(50000));
    Session session(plan);
    for (int i = 0; i < 3; ++i) {
        const HostImage image = reference::random_image(format);
        Frame frame = session.submit(image.view());
        CHECK(reference::compare(frame.read().view(), run("normalize", image.view()).image.view()).none());
    }
    CHECK(session.counters().peak_device_bytes == plan.execution.peak_bytes);
    CHECK(plan.execution.peak_bytes <= 50000);
}

TEST_CASE("what is nowhere on the device as a whole is refused in words") {
    const ImageFormat format{101, 133, 4, Pixel::u8};
    const Plan plan(Graph::from_chain("invert"), format, device(), limited(30000));
    Session session(plan);
    const HostImage image(format);
    Frame frame = session.submit(image.view());
    CHECK(error_of([&] { frame.image(); }).find("went through in strips") != std::string::npos);
    CHECK(error_of([&] { Session(plan, {.download = false}); }).find("cannot stay on the device") !=
          std::string::npos);
}
