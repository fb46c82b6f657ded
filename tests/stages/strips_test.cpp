// Images that go through in strips: the same bytes as in one piece.
#include "pipeline/device/inspect.hpp"
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
    return Plan(Graph::from_chain(chain), format, device(), options).execution->strips;
}

// Limits under which a graph is cut into three strips at least: just too little for fewer.
PlanOptions in_three(const std::string& chain, const SourceFormats& formats, PlanOptions options) {
    for (;;) {
        const ExecutionPlan plan = *Plan(Graph::from_chain(chain), formats, device(), options).execution;
        if (plan.strips >= 3) return options;
        options.limit_memory = plan.peak_bytes - 1;
    }
}

void check_same(Frame& found, Frame& expected, const ExecutionPlan& plan) {
    for (const Primitive& node : plan.graph.nodes) {
        if (!node.is(Kind::sink)) continue;
        CAPTURE(node.id);
        const auto difference = reference::compare(found.read(node.id).view(), expected.read(node.id).view());
        CHECK_MESSAGE(difference.none(), difference.text);
    }
    for (const ObservedTable& observed : plan.observed) {
        const Table &a = found.table(observed.name), &b = expected.table(observed.name);
        REQUIRE(a.layout() == b.layout());
        for (const Field& field : a.layout().fields)
            for (std::size_t row = 0; row < a.rows(); ++row)
                for (std::size_t c = 0; c < (field.per_channel ? a.layout().channels.size() : 1); ++c)
                    for (std::size_t i = 0; i < field.count; ++i) {
                        CAPTURE(field.name);
                        CAPTURE(row);
                        CHECK(a.real(field.name, c, row, i) == b.real(field.name, c, row, i));
                    }
    }
    CHECK(found.warnings() == expected.warnings());
}

// Images, Tables of integers and warnings of a graph in strips are those of one piece, of two frames in the
// same memory, on devices that share the host's memory and on others.
void check_in_three(const std::string& chain, const std::map<std::string, HostImage>& images,
                    const PlanOptions& way = limited(0)) {
    CAPTURE(chain);
    SourceFormats formats;
    std::map<std::string, SubmittedImage> submitted;
    for (const auto& [id, image] : images) {
        formats[id] = image.format();
        submitted[id] = image.view();
    }
    Session whole(Plan(Graph::from_chain(chain), formats, device(), way));
    Frame expected = whole.submit(submitted);
    const PlanOptions three = in_three(chain, formats, way);
    DeviceFacts apart = device().facts();
    apart.unified_memory = false;
    for (const Device& on : {device(), with_facts(device(), apart)}) {
        Session cut(Plan(Graph::from_chain(chain), formats, on, three), {.frames_in_flight = 1});
        for (int again = 0; again < 2; ++again) {
            Frame found = cut.submit(submitted);
            check_same(found, expected, cut.plan());
        }
        CHECK(cut.counters().peak_device_bytes == cut.plan().peak_bytes);
    }
}

}  // namespace

TEST_CASE("images of several layers go through in strips of the rows of each") {
    const std::map<std::string, HostImage> images{
        {"input", reference::random_image({101, 33, 4, Pixel::u8, Space::encoded, Order::bgr, 3})}};
    const std::string chain =
        "input | normalize | output id=a; reduce id=r from=input quantities=count,sum,min_at,histogram "
        "bins=16 "
        "region=3,5,70,20; reduce id=t from=input quantities=count,max_at tiles=3,4";
    check_in_three(chain, images);
    check_in_three(chain, images, way(StorageChoice::image, 1, 64).options);
}

TEST_CASE("groups of many items find over strips what they find in one piece, whoever folds it") {
    const std::map<std::string, HostImage> images{
        {"input", reference::random_image({101, 133, 1, Pixel::u16})}};
    for (const FinishBy finish : {FinishBy::last_group, FinishBy::kernel}) {
        PlanOptions options = way(StorageChoice::buffer, 1, 64).options;
        options.finish = finish;
        check_in_three("reduce quantities=count,min,max,sum,sum_sq,min_at,max_at", images, options);
    }
}

TEST_CASE("images that differ in height go through in strips together") {
    const std::string chain =
        "input id=low; input id=one; input | normalize | output id=a; normalize id=n from=low | output id=b; "
        "normalize from=one | output id=c; reduce id=r from=low quantities=count,sum,min_at";
    std::map<std::string, HostImage> images;
    for (const auto& [id, height] : {std::pair("input", 133), {"low", 7}, {"one", 1}})
        images.emplace(id, reference::random_image({101, static_cast<std::size_t>(height), 4, Pixel::u8}));
    check_in_three(chain, images);
}

TEST_CASE("strips go from passes in float to passes in double and back") {
    const std::map<std::string, HostImage> images{{"input", reference::random_image({61, 37, 1, Pixel::u8})}};
    // `f` is taken in both widths, on both sides of a table, and is a result too.
    check_in_three(
        "input | convert pixel=f32 | gamma id=f exponent=0.7 | convert pixel=f64 | normalize | convert "
        "pixel=u8 "
        "| invert | normalize | output id=a; output id=b from=f; normalize from=f | output id=c",
        images);
}

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
        {"normalize region=7,60,50,30 | invert", {61, 133, 1, Pixel::u16}, 15000},
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
    CHECK(session.counters().peak_device_bytes == plan.execution->peak_bytes);
    CHECK(plan.execution->peak_bytes <= 50000);
}

TEST_CASE("what is nowhere on the device as a whole is refused in words") {
    const ImageFormat format{101, 133, 4, Pixel::u8};
    const Plan plan(Graph::from_chain("invert"), format, device(), limited(30000));
    Session session(plan);
    const HostImage image(format);
    Frame frame = session.submit(image.view());
    CHECK(error_of([&] { frame.image(); }).find("was processed in strips") != std::string::npos);
    CHECK(error_of([&] { Session(plan, {.download = false}); }).find("cannot stay on the device") !=
          std::string::npos);
}
