#include "pipeline/plan/make_plan.hpp"
#include "tests/as_gpu.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/labels.hpp"
#include "tests/stages/neighbours.hpp"
#include "tests/temporary_folder.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;
using reference::Samples;

namespace {

// Along rows, side by side, and as for a GPU.
struct LabelWay {
    std::string name;
    PlanOptions options;
    bool gpu = false;
};
std::vector<LabelWay> label_ways() {
    PlanOptions groups;
    groups.work_group = 64;
    return {{"along rows", {}}, {"side by side", groups}, {"as a GPU", groups, true}};
}

Result labelled(const std::string& chain, const HostImage& mask, const LabelWay& how,
                const HostImage* of = nullptr) {
    const ConstHostView view = of == nullptr ? ConstHostView() : of->view();
    return run(of == nullptr ? chain : "input id=mask; input | " + chain + " from=input,mask", mask.view(),
               how.options, of == nullptr ? nullptr : &view, how.gpu ? as_gpu(device()) : device());
}

void check_labels(const HostImage& mask, int connectivity, const LabelWay& how, const HostImage* of = nullptr,
                  const std::string& more = "", std::size_t area_min = 1,
                  std::size_t area_max = std::numeric_limits<std::size_t>::max()) {
    CAPTURE(how.name);
    CAPTURE(mask.format().text());
    CAPTURE(connectivity);
    const ImageFormat& format = mask.format();
    const reference::Labels expected = reference::labels_of(
        reference::set_pixels(mask.view()), format.width, format.height, connectivity,
        of == nullptr ? Samples() : reference::samples_of(of->view()), area_min, area_max);
    const Result result =
        labelled("label connectivity=" + std::to_string(connectivity) + more, mask, how, of);
    const Samples labels = reference::samples_of(result.image.view());
    REQUIRE(std::equal(labels.begin(), labels.end(), expected.at.begin(), expected.at.end(),
                       [](double a, std::int64_t b) { return a == static_cast<double>(b); }));
    const Table& table = result.tables.at("label.blobs");
    REQUIRE(table.found() == expected.blobs.size());
    REQUIRE(table.rows() == expected.blobs.size());
    for (std::size_t row = 0; row < table.rows(); ++row) {
        const reference::Blob& blob = expected.blobs[row];
        const auto area = static_cast<double>(blob.area);
        const auto number = [&](const char* field) { return table.real(field, 0, row); };
        REQUIRE(number("area") == area);
        REQUIRE(number("x") == static_cast<double>(blob.left));
        REQUIRE(number("y") == static_cast<double>(blob.top));
        REQUIRE(number("width") == static_cast<double>(blob.right - blob.left));
        REQUIRE(number("height") == static_cast<double>(blob.bottom - blob.top));
        REQUIRE(number("cx") == blob.x / area);
        REQUIRE(number("cy") == blob.y / area);
        if (of != nullptr) REQUIRE(number("mean") == blob.value / area);
    }
}

HostImage rings(std::size_t width, std::size_t height) {
    return reference::image_of({width, height, 1, Pixel::u8}, [&](std::size_t x, std::size_t y, int) {
        const std::size_t edge = std::min({x, y, width - 1 - x, height - 1 - y});
        return edge % 2 == 0 ? 255.0 : 0.0;
    });
}
// One line that goes back and forth, so that what touches last decides about all.
HostImage snake(std::size_t width, std::size_t height) {
    return reference::image_of({width, height, 1, Pixel::u8}, [&](std::size_t x, std::size_t y, int) {
        if (y % 2 == 0) return 1.0;
        return x == (y % 4 == 1 ? width - 1 : 0) ? 1.0 : 0.0;
    });
}
HostImage combs(std::size_t width, std::size_t height) {
    return reference::image_of({width, height, 1, Pixel::u8}, [&](std::size_t x, std::size_t y, int) {
        return x % 2 == 0 || y + 1 == height ? 7.0 : 0.0;
    });
}
HostImage board(std::size_t width, std::size_t height) {
    return reference::image_of({width, height, 1, Pixel::u8}, [&](std::size_t x, std::size_t y, int) {
        return (x + y) % 2 == 0 ? 255.0 : 0.0;
    });
}

}  // namespace

TEST_CASE("labels are numbered in the order of the first pixels") {
    const HostImage mask = grid(5, {0, 0, 1, 0, 0,  //
                                    1, 0, 0, 1, 0,  //
                                    1, 1, 0, 0, 0,  //
                                    0, 0, 0, 0, 9});
    for (const LabelWay& how : label_ways()) {
        CAPTURE(how.name);
        CHECK(reference::samples_of(labelled("label", mask, how).image.view()) ==
              Samples{0, 0, 1, 0, 0, 2, 0, 0, 1, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 3});
        CHECK(reference::samples_of(labelled("label 4", mask, how).image.view()) ==
              Samples{0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 2, 2, 0, 0, 0, 0, 0, 0, 0, 4});
        const Table table = labelled("label", mask, how).tables.at("label.blobs");
        REQUIRE(table.rows() == 3);
        CHECK(table.integer("area", 0, 1) == 3);
        CHECK(table.real("cx", 0, 0) == 2.5);
        CHECK(table.real("cy", 0, 0) == 0.5);
        CHECK(error_of([&] { static_cast<void>(table.real("area", 0, 3)); }).find("outside") !=
              std::string::npos);
    }
}

TEST_CASE("labels and lists are what flooding finds, along rows and side by side") {
    for (const LabelWay& how : label_ways())
        for (const int connectivity : {4, 8}) {
            for (const Size& size : sizes())
                for (const double share : {0.1, 0.5, 0.62, 0.9})
                    check_labels(reference::random_mask(size.width, size.height, share), connectivity, how);
            for (const Size& size : {Size{200, 131}, Size{64, 64}, Size{129, 40}, Size{3, 300}, Size{2, 2}}) {
                const HostImage of =
                    reference::random_image({size.width, size.height, 1, Pixel::i16}, {.seed = 5});
                check_labels(reference::random_mask(size.width, size.height, 0.55), connectivity, how, &of);
                for (const auto& make : {rings, snake, combs, board})
                    check_labels(make(size.width, size.height), connectivity, how);
                check_labels(reference::constant_image({size.width, size.height, 1, Pixel::u8}, 3),
                             connectivity, how);
                check_labels(reference::constant_image({size.width, size.height, 1, Pixel::u8}, 0),
                             connectivity, how);
            }
        }
}

TEST_CASE("means of floats are exact where integers of 64 bits hold the sum") {
    struct OfFloats {
        Pixel pixel;
        Samples values;
        double mean;
        std::int64_t count;
    };
    const double inf = std::numeric_limits<double>::infinity(), nan = std::nan("");
    const auto largest = static_cast<double>(std::numeric_limits<float>::max());
    const double most = std::numeric_limits<double>::max(), least = std::numeric_limits<double>::denorm_min();
    const std::vector<OfFloats> cases{
        {Pixel::f32, {1e30, 1, -1e30}, 1.0 / 3, 3},  // in any order
        {Pixel::f32, {1, 1e30, -1e30}, 1.0 / 3, 3},
        {Pixel::f32, {0x1p-149, 0x1p-149}, 0x1p-149, 2},
        {Pixel::f32, {largest, largest, largest}, largest, 3},
        {Pixel::f32, {largest, 0x1p-149}, largest / 2, 2},
        {Pixel::f32, {nan, 2, inf, 4, -inf}, 3, 2},
        {Pixel::f32, {nan, inf}, nan, 0},
        {Pixel::f32, {0, -0.0}, 0, 2},
        {Pixel::f16, {0x1p-24, 65504, -65504}, 0x1p-24 / 3, 3},
        {Pixel::f16, {nan, 0.5, -1.5}, -0.5, 2},
        {Pixel::f64, {1e300, 1e290, -1e300}, 1e290 / 3, 3},
        {Pixel::f64, {most, most}, most, 2},
        {Pixel::f64, {least, least, least}, least, 3},
        {Pixel::f64, {-0.1}, -0.1, 1},
    };
    for (const LabelWay& how : label_ways())
        for (const OfFloats& c : cases) {
            CAPTURE(how.name);
            CAPTURE(name(c.pixel));
            CAPTURE(c.mean);
            const HostImage of = reference::row_of(c.pixel, 1, c.values);
            const HostImage mask = reference::constant_image({c.values.size(), 1, 1, Pixel::u8}, 1);
            const Table table = labelled("label", mask, how, &of).tables.at("label.blobs");
            REQUIRE(table.rows() == 1);
            CHECK(table.integer("count", 0, 0) == c.count);
            const double mean = table.real("mean", 0, 0);
            CHECK((mean == c.mean || (std::isnan(mean) && std::isnan(c.mean))));
        }
}

TEST_CASE("means of floats are the same in every way, and as exact as sums of twice the precision") {
    constexpr double least = std::numeric_limits<double>::denorm_min();
    for (const Pixel pixel : {Pixel::f16, Pixel::f32, Pixel::f64})
        for (const Size& size : {Size{200, 131}, Size{3, 300}, Size{129, 40}}) {
            CAPTURE(name(pixel));
            CAPTURE(size.width);
            const HostImage mask = reference::random_mask(size.width, size.height, 0.55);
            const ImageFormat format{size.width, size.height, 1, pixel};
            for (const HostImage& of :
                 {reference::random_image(format, {.seed = 7, .nan = true, .inf = true, .denormal = true}),
                  reference::random_image(format, {.seed = 8, .range = {{-9, 10}}, .huge = true}),
                  reference::constant_image(format, 0.1)}) {
                const Samples values = reference::samples_of(of.view());
                const auto expected =
                    reference::labels_of(reference::set_pixels(mask.view()), size.width, size.height, 4);
                struct Sum {
                    long double value = 0;
                    double greatest = 0;
                    std::int64_t count = 0;
                };
                std::vector<Sum> sums(expected.blobs.size());
                for (std::size_t i = 0; i < values.size(); ++i)
                    if (expected.at[i] > 0 && std::isfinite(values[i])) {
                        Sum& sum = sums[static_cast<std::size_t>(expected.at[i] - 1)];
                        sum.value += values[i] / 2;  // so that huge ones have room
                        sum.greatest = std::max(sum.greatest, std::fabs(values[i]));
                        ++sum.count;
                    }
                std::optional<Table> first;
                for (const LabelWay& how : label_ways()) {
                    CAPTURE(how.name);
                    const Table table = labelled("label 4", mask, how, &of).tables.at("label.blobs");
                    REQUIRE(table.rows() == sums.size());
                    if (!first) first = table;
                    for (std::size_t row = 0; row < sums.size(); ++row) {
                        const Sum& sum = sums[row];
                        const double mean = table.real("mean", 0, row);
                        REQUIRE(table.integer("count", 0, row) == sum.count);
                        if (sum.count == 0) {
                            REQUIRE(std::isnan(mean));
                            continue;
                        }
                        REQUIRE(mean == first->real("mean", 0, row));
                        const auto exact =
                            static_cast<double>(sum.value / static_cast<double>(sum.count) * 2);
                        REQUIRE(std::fabs(mean - exact) <= std::max(least, 0x1p-51 * sum.greatest));
                    }
                }
            }
        }
}

TEST_CASE("means of floats do without doubles where the device has none") {
    DeviceFacts facts = device().facts();
    facts.fp64 = false;
    const HostImage mask = reference::random_mask(97, 61, 0.4);
    const HostImage of =
        reference::random_image(ImageFormat{97, 61, 1, Pixel::f32}, {.seed = 3, .range = {{-1, 5}}});
    const Table exact = labelled("label 4", mask, {"along rows", {}}, &of).tables.at("label.blobs");
    Diagnostics faults;
    const CheckedGraph graph = check(Graph::from_chain("input id=mask; input | label 4 from=input,mask"),
                                     builtin_stages(), faults, {.open_ends = true});
    Session session(Prepared{device(), make_plan(graph, builtin_stages(),
                                                 {{"input", mask.format()}, {"mask", of.format()}}, facts)});
    Frame frame = session.submit({{"input", mask.view()}, {"mask", of.view()}});
    const Table table = frame.table("label.blobs");
    REQUIRE(table.rows() == exact.rows());
    for (std::size_t row = 0; row < exact.rows(); ++row) {
        REQUIRE(table.integer("count", 0, row) == exact.integer("count", 0, row));
        REQUIRE(std::fabs(table.real("mean", 0, row) - exact.real("mean", 0, row)) <= 0x1p-44 * 5);
        for (const char* field : {"cx", "cy"})  // places: integers, and fractions in a float
            REQUIRE(std::fabs(table.real(field, 0, row) - exact.real(field, 0, row)) <= 0x1p-25);
    }
}

TEST_CASE("limits of areas are set while frames follow each other") {
    const HostImage mask = reference::random_mask(211, 97, 0.4);
    const std::vector<bool> set = reference::set_pixels(mask.view());
    for (const LabelWay& how : label_ways()) {
        CAPTURE(how.name);
        Session session(Plan(Graph::from_chain("label 4 area_min=2"), mask.format(),
                             how.gpu ? as_gpu(device()) : device(), how.options));
        const auto check_areas = [&](std::size_t area_min, std::size_t area_max) {
            const auto expected = reference::labels_of(set, 211, 97, 4, {}, area_min, area_max);
            Frame frame = session.submit(mask.view());
            const Table table = frame.table("label.blobs");
            REQUIRE(table.rows() == expected.blobs.size());
            for (std::size_t row = 0; row < table.rows(); ++row)
                REQUIRE(table.integer("area", 0, row) == static_cast<std::int64_t>(expected.blobs[row].area));
        };
        constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
        check_areas(2, any);
        session.set("label.area_min", std::int64_t{5});
        check_areas(5, any);
        session.set("label.area_max", std::int64_t{9});
        check_areas(5, 9);
        session.set({{"label.area_min", std::int64_t{1}}, {"label.area_max", std::int64_t{3}}});
        check_areas(1, 3);
        session.set({{"label.area_min", std::int64_t{30}}, {"label.area_max", Value("none")}});
        check_areas(30, any);
        CHECK(error_of([&] {
                  session.set("label.area_min", std::int64_t{1});
              }).find("area_max is given, before and after") != std::string::npos);
        check_areas(30, any);
    }
}

TEST_CASE("blobs of other areas are removed, and the others numbered anew") {
    for (const LabelWay& how : label_ways()) {
        const HostImage mask = reference::random_mask(211, 97, 0.4);
        check_labels(mask, 4, how, nullptr, " area_min=3", 3);
        check_labels(mask, 8, how, nullptr, " area_max=5", 1, 5);
        check_labels(mask, 4, how, nullptr, " area_min=2 area_max=9", 2, 9);
        check_labels(mask, 4, how, nullptr, " area_min=100000", 100000);
    }
}

TEST_CASE("what is not 0 belongs to a blob, in every pixel type") {
    for (const Pixel pixel :
         {Pixel::i8, Pixel::u16, Pixel::i16, Pixel::i32, Pixel::f16, Pixel::f32, Pixel::f64})
        for (const LabelWay& how : label_ways()) {
            CAPTURE(name(pixel));
            const HostImage mask = reference::row_of(pixel, 1, {0, 1, 0, 0, 2, 3, 0});
            CHECK(reference::samples_of(labelled("label", mask, how).image.view()) ==
                  Samples{0, 1, 0, 0, 2, 2, 0});
        }
    const HostImage negative = reference::row_of(Pixel::f32, 1, {-0.5, 0, -0.0, 1e-30});
    CHECK(of("label", negative) == Samples{1, 0, 0, 2});
}

TEST_CASE("more blobs than the list has room for are counted and said") {
    for (const LabelWay& how : label_ways()) {
        CAPTURE(how.name);
        const Result result = labelled("label 4 most=7", board(9, 9), how);
        const Table& table = result.tables.at("label.blobs");
        CHECK(table.rows() == 7);
        CHECK(table.found() == 41);
        CHECK(table.integer("x", 0, 6) == 3);
        CHECK(reference::samples_of(result.image.view()).back() == 41);
        REQUIRE(result.warnings.size() == 1);
        CHECK(result.warnings[0].find("label.blobs: more was found") == 0);
        CHECK(labelled("label 4 most=41", board(9, 9), how).warnings.empty());
    }
}

TEST_CASE("frames follow each other with fewer and with more blobs") {
    for (const LabelWay& how : label_ways()) {
        CAPTURE(how.name);
        Session session(Plan(Graph::from_chain("label 4"), {64, 48, 1, Pixel::u8},
                             how.gpu ? as_gpu(device()) : device(), how.options));
        for (const double share : {0.5, 0.0, 0.9, 0.1, 0.5}) {
            const HostImage mask = reference::random_mask(64, 48, share);
            Frame frame = session.submit(mask.view());
            const auto expected = reference::labels_of(reference::set_pixels(mask.view()), 64, 48, 4);
            CHECK(frame.table("label.blobs").found() == expected.blobs.size());
        }
    }
}

TEST_CASE("an inspection: difference, Otsu, opening, closing, labels") {
    const std::string chain =
        "absdiff from=input,mask | threshold method=otsu | open | close | label area_min=4";
    const HostImage scene =
        reference::image_of({97, 61, 1, Pixel::u8}, [](std::size_t x, std::size_t y, int) {
            const bool spot = (x > 10 && x < 20 && y > 5 && y < 15) || (x > 60 && x < 70 && y > 30 && y < 50);
            return static_cast<double>(40 + (x * 7 + y * 3) % 5 + (spot ? 120 : 0));
        });
    const HostImage empty = reference::constant_image(scene.format(), 42);
    const ConstHostView beside = empty.view();
    for (const LabelWay& how : label_ways()) {
        const Result result = run("input id=mask; input | " + chain, scene.view(), how.options, &beside,
                                  how.gpu ? as_gpu(device()) : device());
        const Table& table = result.tables.at("label.blobs");
        REQUIRE(table.rows() == 2);
        CHECK(table.integer("area", 0, 0) == 81);
        CHECK(table.integer("area", 0, 1) == 9 * 19);
        CHECK(table.real("cx", 0, 1) == 65);
    }
}

TEST_CASE("other masks, and wrong parameters, are refused with a sentence") {
    const auto refused = [](const std::string& chain, const ImageFormat& format) {
        return error_of([&] { Plan(Graph::from_chain(chain), format, device()); });
    };
    const ImageFormat mask{8, 8, 1, Pixel::u8};
    CHECK(refused("label connectivity=6", mask).find("connectivity must be 4 or 8, not 6") !=
          std::string::npos);
    CHECK(refused("label most=0", mask).find("most") != std::string::npos);
    CHECK(refused("label area_min=5 area_max=4", mask).find("no area is at least 5 and at most 4") !=
          std::string::npos);
    CHECK(refused("label", {8, 8, 2, Pixel::u8}).find("the mask must have one channel") != std::string::npos);
    CHECK(refused("label", {8, 8, 3, Pixel::u8}).find("put grey or channels before it") != std::string::npos);
    ImageFormat layers = mask;
    layers.layers = 3;
    CHECK(refused("label", layers)
              .find("the mask must have one layer, not 8x8 u8 x1 3 layers; load page=1 reads one page") !=
          std::string::npos);
    CHECK(refused("label", {65536, 32768, 1, Pixel::u8}).find("up to 2147483647 pixels") !=
          std::string::npos);
    CHECK(refused("label", {2147483633, 1, 1, Pixel::u8}).find("up to 2147483647 pixels") !=
          std::string::npos);
    PlanOptions little;
    little.limit_memory = 4096;
    CHECK(error_of([&] {
              Plan(Graph::from_chain("label"), {640, 480, 1, Pixel::u8}, device(), little);
          }).find("label.labels needs whole images") != std::string::npos);
}

TEST_CASE("a file of too many pixels is refused by its header") {
    const TemporaryFolder folder;
    const std::string path = folder.put("header.pgm", "P5\n65536 32768\n255\n").string();
    for (const char* stage : {"label", "peaks"})
        CHECK(error_of([&] {
                  Plan(Graph::from_chain("load " + path + " max_pixels=3000000000 | " + stage),
                       SourceFormats(), device());
              }).find("up to 2147483647 pixels, in rows of a multiple of 16; this one is 65536x32768") !=
              std::string::npos);
}

TEST_CASE("labels that nobody takes are no warning, since the list is read") {
    Diagnostics faults;
    sluice::check(Graph::from_chain("load a | label; load b | label | invert | save c"), builtin_stages(),
                  faults);
    CHECK(faults.text() == "");
}

TEST_CASE("assert looks at the entries of a list, and at their number") {
    const HostImage mask = grid(4, {1, 1, 0, 1, 0, 0, 0, 0});
    const auto fault = [&](const std::string& condition) -> std::string {
        try {
            of("label; assert from=label.blobs " + condition, mask);
            return "";
        } catch (const Error& error) {
            return error.what();
        }
    };
    CHECK(fault("field=found below=3").empty());
    CHECK(fault("field=found below=2").find("found is 2, not below 2") != std::string::npos);
    CHECK(fault("field=area above=1").find("area of entry 2 is 1, not above 1") != std::string::npos);
    CHECK(fault("field=size above=1").find("it has found, area") != std::string::npos);
}
