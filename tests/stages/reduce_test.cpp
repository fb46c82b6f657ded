#include "tests/error_of.hpp"
#include "tests/stages/check_table.hpp"
#include "tests/stages/support.hpp"

#include <algorithm>
#include <cmath>

using namespace sluice;
using namespace sluice::test;

TEST_CASE("reduce finds what the reference finds, for every pixel type, channel count, storage and size") {
    for (const Pixel pixel : all_pixels())
        for (int channels = 1; channels <= 4; ++channels)
            for (const Way& way : storages()) {
                // Each format is a kernel to compile; image objects differ in how texels are read only.
                const bool sample = pixel == Pixel::u8 || pixel == Pixel::i16 || pixel == Pixel::f32;
                if (way.options.storage == StorageChoice::image && (!sample || channels % 3 != 1)) continue;
                std::vector<Size> all = sizes();
                all.push_back({4097, 33});  // several groups, and a row that ends one pixel into a unit
                for (const Size size : all) {
                    const ImageFormat format{size.width, size.height, channels, pixel};
                    CAPTURE(format.text());
                    CAPTURE(way.name);
                    const HostImage image = reference::random_image(
                        format, {.seed = size.width, .nan = true, .inf = true, .transparent = 0.3});
                    const Result result = run("reduce alpha=report " + everything, image.view(), way.options);
                    check_table(
                        result.tables.at("reduce"),
                        reference::statistics(image.view(), {.counted = {.alpha = AlphaRule::report}}),
                        pixel);
                }
            }
}

TEST_CASE("reduce gives the same for every width of V, work-group and storage") {
    const auto check_one = [](Pixel pixel, int channels, const Way& way) {
        const ImageFormat format{131, 77, channels, pixel};
        CAPTURE(format.text());
        CAPTURE(way.name);
        const HostImage image = reference::random_image(format);
        check_table(run("reduce alpha=report " + everything, image.view(), way.options).tables.at("reduce"),
                    reference::statistics(image.view(), {.counted = {.alpha = AlphaRule::report}}), pixel);
    };
    for (const auto& one : every_pair(std::vector{Pixel::u8, Pixel::f32}, std::vector{1, 4}, all_ways()))
        std::apply(check_one, one);
}

TEST_CASE("reduce gives the same whatever counts, and whoever folds the groups' results") {
    struct Choice {
        bool packed;
        FinishBy finish;
        std::size_t work_group;
    };
    for (const Pixel pixel : {Pixel::u8, Pixel::i16, Pixel::i32, Pixel::f32})
        for (const Choice choice :
             {Choice{true, FinishBy::last_group, 64}, Choice{false, FinishBy::kernel, 1},
              Choice{false, FinishBy::last_group, 1}}) {
            const ImageFormat format{163, 41, 4, pixel};
            CAPTURE(format.text());
            CAPTURE(choice.packed);
            CAPTURE(choice.finish);
            CAPTURE(choice.work_group);
            Way way = test::way(StorageChoice::buffer, 0, choice.work_group);
            way.options.packed_reduce = choice.packed;
            way.options.finish = choice.finish;
            const HostImage image = reference::random_image(format, {.nan = true, .inf = true});
            check_table(
                run("reduce alpha=report " + everything, image.view(), way.options).tables.at("reduce"),
                reference::statistics(image.view(), {.counted = {.alpha = AlphaRule::report}}), pixel);
        }
}

TEST_CASE("layers are reduced in one launch, each into its own row") {
    const auto check_one = [](Pixel pixel, FinishBy finish, Way way) {
        ImageFormat format{37, 19, 4, pixel};
        format.layers = 5;
        CAPTURE(format.text());
        CAPTURE(finish);
        CAPTURE(way.name);
        way.options.finish = finish;
        const HostImage image = reference::random_image(format, {.nan = true});
        const Table table =
            run("reduce alpha=report " + everything, image.view(), way.options).tables.at("reduce");
        REQUIRE(table.layout().rows == format.layers);
        for (std::size_t layer = 0; layer < format.layers; ++layer) {
            ConstHostView one = image.view();
            one.data = one.row(layer * format.height);
            one.format.layers = 1;
            check_table(table, reference::statistics(one, {.counted = {.alpha = AlphaRule::report}}), pixel,
                        layer);
        }
    };
    for (const auto& one :
         every_pair(std::vector{Pixel::u8, Pixel::f32}, std::vector{FinishBy::last_group, FinishBy::kernel},
                    std::vector{way(StorageChoice::buffer), way(StorageChoice::image, 1, 100)}))
        std::apply(check_one, one);
}

TEST_CASE("integers have no NaN and no infinities, and it is said") {
    const HostImage image = reference::random_image({17, 3, 3, Pixel::u8});
    for (const std::string quantities : {"inf", "nan,inf", "max,inf"}) {
        CAPTURE(quantities);
        const Table table = run("reduce quantities=" + quantities, image.view()).tables.at("reduce");
        REQUIRE(table.layout().find("inf") != nullptr);
        for (std::size_t channel = 0; channel < 3; ++channel) CHECK(table.integer("inf", channel) == 0);
        // One extreme alone does not say whether there is one.
        CHECK((table.layout().find("count") != nullptr) == (quantities == "max,inf"));
    }
}

TEST_CASE("sums of packed bytes do not overflow between two looks at them") {
    for (const Pixel pixel : {Pixel::u8, Pixel::i8, Pixel::u16, Pixel::i16})
        for (const Way& way : {way(StorageChoice::buffer), way(StorageChoice::image, 1, 64)}) {
            const ImageFormat format{4099, 515, 1, pixel};
            CAPTURE(format.text());
            CAPTURE(way.name);
            HostImage image(format);  // the worst case: every bit that is summed is set
            for (std::size_t y = 0; y < format.height; ++y)
                std::fill_n(reinterpret_cast<unsigned char*>(image.row(y)), format.width * bytes(pixel),
                            static_cast<unsigned char>(0xff));
            check_table(run("reduce " + everything, image.view(), way.options).tables.at("reduce"),
                        reference::statistics(image.view(), {}), pixel);
        }
}

TEST_CASE("reduce groups channels and treats alpha as asked") {
    const std::vector<std::pair<std::string, AlphaRule>> rules{{"exclude", AlphaRule::exclude},
                                                               {"include", AlphaRule::include},
                                                               {"visible", AlphaRule::visible},
                                                               {"report", AlphaRule::report}};
    for (const int channels : {1, 2, 3, 4})
        for (const auto& [name, rule] : rules)
            for (const auto& [group_name, group] : {std::pair{"channel", reference::Grouping::channel},
                                                    std::pair{"joint", reference::Grouping::joint}}) {
                const ImageFormat format{61, 23, channels, Pixel::u8};
                CAPTURE(format.text());
                const HostImage image = reference::random_image(format, {.transparent = 0.5});
                const std::string chain =
                    "reduce group=" + std::string(group_name) + " alpha=" + name + " " + everything;
                CAPTURE(chain);
                check_table(run(chain, image.view()).tables.at("reduce"),
                            reference::statistics(image.view(), {.group = group, .counted = {.alpha = rule}}),
                            Pixel::u8);
            }
}

TEST_CASE("reduce counts luma as a real number") {
    for (const int channels : {1, 3, 4}) {
        const HostImage image = reference::random_image({75, 31, channels, Pixel::u16}, {.transparent = 0.5});
        const Table table =
            run("reduce group=luma alpha=visible " + everything, image.view()).tables.at("reduce");
        const auto expected = reference::statistics(
            image.view(), {.group = reference::Grouping::luma, .counted = {.alpha = AlphaRule::visible}});
        REQUIRE(table.layout().channels.size() == expected.size());
        const reference::Statistics& e = expected.front();
        CHECK(table.integer("count") == static_cast<Int128>(e.count));
        // Luma in float32: three products and two sums, 4 ulp of the largest channel.
        const double ulps = 4 * 65535 * std::ldexp(1.0, -23);
        CHECK(table.real("min") ==
              doctest::Approx(static_cast<double>(e.min)).epsilon(0).scale(1).epsilon(ulps));
        CHECK(std::fabs(table.real("min") - static_cast<double>(e.min)) <= ulps);
        CHECK(std::fabs(table.real("max") - static_cast<double>(e.max)) <= ulps);
        CHECK(std::fabs(mean(table) - static_cast<double>(e.mean)) <= ulps);
    }
}

TEST_CASE("reduce keeps to its region") {
    for (const int channels : {1, 3})
        for (const Rect region :
             {Rect{0, 0, 1, 1}, Rect{5, 3, 17, 9}, Rect{60, 22, 1, 1}, Rect{0, 7, 61, 2}, Rect{3, 3, 0, 5}}) {
            const HostImage image = reference::random_image({61, 23, channels, Pixel::u8});
            const std::string text = std::to_string(region.x) + "," + std::to_string(region.y) + "," +
                                     std::to_string(region.width) + "," + std::to_string(region.height);
            CAPTURE(text);
            check_table(run("reduce region=" + text + " " + everything, image.view()).tables.at("reduce"),
                        reference::statistics(image.view(), {.counted = {.region = region}}), Pixel::u8);
        }
}

TEST_CASE("reduce counts what its mask marks") {
    const std::string chain = "input id=mask; input | reduce from=input,mask alpha=report " + everything;
    for (const int channels : {1, 3, 4})
        for (const int mask_channels : {1, 3, 4}) {
            if (mask_channels > 1 && channels == 1) continue;
            const HostImage image = reference::random_image({61, 23, channels, Pixel::u16});
            HostImage mask = reference::random_mask(61, 23, 0.3);
            if (mask_channels > 1)
                mask = reference::random_image({61, 23, mask_channels, Pixel::u8}, {.range = {{0, 2}}});
            CAPTURE(channels);
            CAPTURE(mask_channels);
            const ConstHostView mask_view = mask.view();
            check_table(run(chain, image.view(), {}, &mask_view).tables.at("reduce"),
                        reference::statistics(image.view(),
                                              {.counted = {.alpha = AlphaRule::report, .mask = mask_view}}),
                        Pixel::u16);
        }
}

TEST_CASE("a mask is as large as its image, and has as many layers") {
    const auto fault = [](const std::string& stage, const ImageFormat& mask) {
        return error_of([&] {
            Plan(Graph::from_chain("input id=mask; input | " + stage + " from=input,mask"),
                 {{"input", {8, 6, 3, Pixel::u8, Space::encoded, Order::rgb, 0, 3}}, {"mask", mask}},
                 device());
        });
    };
    for (const std::string stage : {"reduce", "normalize", "normalize percentile", "normalize grayworld"}) {
        CAPTURE(stage);
        CHECK(fault(stage, {8, 5, 1, Pixel::u8}).find("its images differ in size") != std::string::npos);
        CHECK(fault(stage, {8, 6, 1, Pixel::u8}).find("and its mask 8x6 u8 x1") != std::string::npos);
        CHECK(fault(stage, {8, 6, 1, Pixel::u8, Space::encoded, Order::rgb, 0, 3}).empty());
    }
}

TEST_CASE("reduce is exact where 64 bits would not be enough") {
    const HostImage image = reference::constant_image({4000, 3000, 1, Pixel::i32}, -2147483648.0);
    const Table table = run("reduce quantities=count,sum,sum_sq", image.view()).tables.at("reduce");
    const Int128 n = Int128{4000} * 3000;
    CHECK(decimal(table.integer("sum")) == decimal(-n * 2147483648));
    CHECK(decimal(table.integer("sum_sq")) == decimal(n * 2147483648 * 2147483648));
    CHECK(mean(table) == -2147483648.0);
    CHECK(standard_deviation(table) == 0);
}

TEST_CASE("bins of integers are counted exactly, however far their range reaches") {
    for (const auto& [pixel, range] : {std::pair(Pixel::u16, std::array{-500000.0, 70000.0}),
                                       {Pixel::i16, {-8388608, 8388608}},
                                       {Pixel::i32, {-3e9, 3e9}}}) {
        const HostImage image = reference::random_image({61, 33, 1, pixel});
        CAPTURE(image.format().text());
        const Table table = run("reduce quantities=histogram bins=65536 range=" +
                                    text(Value(std::vector({range[0], range[1]}))),
                                image.view())
                                .tables.at("reduce");
        reference::StatisticsOptions options;
        options.bins = 65536;
        options.range = range;
        const auto expected = reference::statistics(image.view(), options).at(0).histogram;
        bool same = true;
        for (std::size_t i = 0; i < expected.size(); ++i)
            same &= table.integer("histogram", 0, 0, i) == static_cast<Int128>(expected[i]);
        CHECK(same);
    }
    const auto refused = [](const std::string& range, Pixel pixel) {
        return error_of([&] {
            Plan(Graph::from_chain("reduce quantities=histogram range=" + range), {4, 4, 1, pixel}, device());
        });
    };
    CHECK(refused("12.05,111", Pixel::u8).find("range of u8 must be two integers") != std::string::npos);
    CHECK(refused("0,1e9", Pixel::u8).find("up to 8388608 from 0") != std::string::npos);
    CHECK(refused("0,1e9", Pixel::i32).empty());
    CHECK(refused("12.05,111", Pixel::f32).empty());
}
