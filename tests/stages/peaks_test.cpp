#include "tests/as_gpu.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/stage.hpp"
#include "tests/stages/neighbours.hpp"

#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

using Peak = std::array<double, 3>;

std::vector<Peak> peaks_of(const std::string& chain, const HostImage& image, bool gpu = false) {
    PlanOptions options;
    if (gpu) options.work_group = 64;
    const Table table =
        run(chain, image.view(), options, nullptr, gpu ? as_gpu(device()) : device()).tables.at("peaks");
    std::vector<Peak> peaks;
    for (std::size_t row = 0; row < table.rows(); ++row)
        peaks.push_back({table.real("x", 0, row), table.real("y", 0, row), table.real("value", 0, row)});
    return peaks;
}

}  // namespace

TEST_CASE("peaks are greater than what is near them, and stand in scan order") {
    const HostImage image = grid(6, {9, 1, 1, 1, 1, 4,  //
                                     1, 1, 5, 5, 1, 1,  //
                                     1, 1, 5, 1, 1, 1,  //
                                     7, 1, 1, 1, 1, 8});
    for (const bool gpu : {false, true}) {
        CHECK(peaks_of("peaks", image, gpu) ==
              std::vector<Peak>{{0, 0, 9}, {5, 0, 4}, {2, 1, 5}, {0, 3, 7}, {5, 3, 8}});
        CHECK(peaks_of("peaks 3", image, gpu) == std::vector<Peak>{{0, 0, 9}, {5, 3, 8}});
        CHECK(peaks_of("peaks above=0.02", image, gpu) == std::vector<Peak>{{0, 0, 9}, {0, 3, 7}, {5, 3, 8}});
    }
    CHECK(peaks_of("peaks", reference::constant_image({5, 4, 1, Pixel::u8}, 0)).empty());
    CHECK(peaks_of("peaks", reference::constant_image({5, 4, 1, Pixel::u8}, 3)) ==
          std::vector<Peak>{{0, 0, 3}});
}

TEST_CASE("peaks of random images are what comparing all pixels finds") {
    const StageDef* stage = builtin_stages().find("peaks");
    for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f16, Pixel::f32, Pixel::i32})
        for (const Size& size : sizes())
            for (const bool gpu : {false, true}) {
                CAPTURE(name(pixel));
                CAPTURE(size.width);
                const HostImage image = reference::random_image({size.width, size.height, 1, pixel});
                PlanOptions options;
                if (gpu) options.work_group = 64;
                const Table table =
                    run("peaks 2", image.view(), options, nullptr, gpu ? as_gpu(device()) : device())
                        .tables.at("peaks");
                const reference::Bounded exact = reference::exactly(image);
                const Values values{
                    {"distance", std::int64_t{2}}, {"above", 0.0}, {"most", std::int64_t{65535}}};
                CHECK(reference::reference_of("peaks")->wrong_table({*stage, values, {&exact}}, table) == "");
            }
}

TEST_CASE("peaks of flat images and of large squares are what comparing all pixels finds") {
    const StageDef* stage = builtin_stages().find("peaks");
    const auto images = [](const Size& size) {
        const ImageFormat bytes{size.width, size.height, 1, Pixel::u8};
        const ImageFormat reals{size.width, size.height, 1, Pixel::f32};
        return std::vector<HostImage>{
            reference::random_image(bytes, {.range = {{0, 3}}}), reference::constant_image(bytes, 3),
            reference::ramp_image(reals, -2, 0.25),
            reference::random_image(reals, {.range = {{-2, 2}}, .nan = true, .inf = true})};
    };
    for (const Size& size : {Size{101, 67}, Size{300, 5}})
        for (const HostImage& image : images(size))
            for (const std::int64_t distance : {1, 2, 7, 50})
                for (const bool gpu : {false, true}) {
                    CAPTURE(image.format().text());
                    CAPTURE(distance);
                    PlanOptions options;
                    if (gpu) options.work_group = 64;
                    const Table table = run("peaks above=-10 distance=" + std::to_string(distance),
                                            image.view(), options, nullptr, gpu ? as_gpu(device()) : device())
                                            .tables.at("peaks");
                    const reference::Bounded exact = reference::exactly(image);
                    const Values values{
                        {"distance", distance}, {"above", -10.0}, {"most", std::int64_t{65535}}};
                    CHECK(reference::reference_of("peaks")->wrong_table({*stage, values, {&exact}}, table) ==
                          "");
                }
}

TEST_CASE("the level of peaks is set while frames follow each other") {
    const HostImage image = grid(6, {9, 1, 1, 1, 1, 4,  //
                                     1, 1, 5, 5, 1, 1,  //
                                     7, 1, 1, 1, 1, 8});
    for (const bool gpu : {false, true})
        for (const auto& [distance, above_6] :
             {std::pair("1", std::size_t{3}), std::pair("2", std::size_t{2})}) {
            Session session(Plan(Graph::from_chain(std::string("peaks ") + distance), image.format(),
                                 gpu ? as_gpu(device()) : device()));
            const std::size_t found = session.submit(image.view()).table("peaks").found();
            session.set("peaks.above", 6.0 / 255);
            CHECK(session.submit(image.view()).table("peaks").found() == above_6);
            session.set("peaks.above", 0.0);
            CHECK(session.submit(image.view()).table("peaks").found() == found);
        }
}

TEST_CASE("more peaks than there is room for are counted and said") {
    const HostImage image = reference::image_of({9, 9, 1, Pixel::u8}, [](std::size_t x, std::size_t y, int) {
        return x % 2 == 0 && y % 2 == 0 ? 10.0 + static_cast<double>(y) : 0.0;
    });
    const Result result = run("peaks most=6", image.view());
    CHECK(result.tables.at("peaks").found() == 25);
    CHECK(result.tables.at("peaks").rows() == 6);
    CHECK(result.tables.at("peaks").real("y", 0, 5) == 2);
    REQUIRE(result.warnings.size() == 1);
}
