// Standard deviations of values that are far from 0 compared with how far they are from each other.
#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include "pipeline/core/statistics.hpp"

#include <cmath>

using namespace sluice;
using namespace sluice::test;

namespace {

// Of the samples of a grey image, in two passes.
struct Moments {
    long double mean = 0, std = 0;
};
Moments moments_of(const HostImage& image) {
    const reference::Samples samples = reference::samples_of(image.view());
    Moments found;
    for (const auto v : samples) found.mean += static_cast<long double>(v) / samples.size();
    long double squares = 0, rest = 0;
    for (const auto v : samples) {
        const long double off = static_cast<long double>(v) - found.mean;
        squares += off * off;
        rest += off;
    }
    const auto n = static_cast<long double>(samples.size());
    found.std = std::sqrt((squares - rest * rest / n) / n);
    return found;
}

// Of that standard deviation, around that mean.
HostImage around(double mean, double std, Pixel pixel, std::size_t width = 211, std::size_t height = 97) {
    HostImage image({width, height, 1, pixel, Space::data});
    reference::Random random(7);
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const double v = mean + std * random.normal();
            if (pixel == Pixel::f64) image.as<double>(y)[x] = v;
            if (pixel == Pixel::f32) image.as<float>(y)[x] = static_cast<float>(v);
            if (pixel == Pixel::i32) image.as<std::int32_t>(y)[x] = static_cast<std::int32_t>(v);
        }
    return image;
}

void check_std(const HostImage& image, const PlanOptions& options) {
    const Moments right = moments_of(image);
    PlanOptions observed = options;
    observed.observe = {"reduce"};
    const Table table = run("reduce quantities=mean,std", image.view(), observed).tables.at("reduce");
    CHECK(std::fabs(standard_deviation(table) - right.std) <= 1e-9L * right.std);
    CHECK(std::fabs(mean(table) - right.mean) <= 1e-15L * std::fabs(right.mean));

    const HostImage result = run("normalize mode=standardize", image.view(), options).image;
    const bool doubles = result.format().pixel == Pixel::f64;
    const reference::Samples from = reference::samples_of(image.view()),
                             to = reference::samples_of(result.view());
    for (std::size_t i = 0; i < from.size(); i += 97)
        CHECK(std::fabs(to[i] - (from[i] - right.mean) / right.std) <= (doubles ? 1e-8L : 1e-6L));
}

}  // namespace

TEST_CASE("a standard deviation is exact to 1e-9 up to a billion times as far from 0") {
    if (!device().facts().fp64) return;  // without double: the bound of pairs of floats
    const std::vector<std::pair<double, double>> cases{
        {1e9, 1}, {-1e9, 1}, {1e6, 1}, {2460000, 1e-3}, {-1e12, 1e4}};
    for (const auto& [mean, std] : cases) {
        CAPTURE(mean);
        const HostImage image = around(mean, std, Pixel::f64);
        for (const Way& way : as_on_cpus_and_gpus()) check_std(image, way.options);
        PlanOptions strips;
        strips.limit_memory = 100000;
        check_std(image, strips);
    }
    check_std(around(3e4, 0.01, Pixel::f32), {});
    check_std(around(-16000000, 2, Pixel::f32), {});
    check_std(around(2e9, 3, Pixel::i32), {});
}

TEST_CASE("a constant image has no standard deviation, however large it is") {
    for (const double value : {0.1, 1e9 / 3, -12345.678}) {
        HostImage image({2048, 1024, 1, Pixel::f64, Space::data});
        for (std::size_t y = 0; y < 1024; ++y) std::fill_n(image.as<double>(y), 2048, value);
        PlanOptions options;
        options.observe = {"normalize.line"};
        const Result result = run("normalize mode=standardize", image.view(), options);
        CHECK(result.tables.at("normalize.line").real("std") == 0);
        CHECK(result.warnings.empty());
        CHECK(result.image.as<double>(0)[0] == 0);
    }
}

TEST_CASE("values too far from 0 for their sums are told, and not taken for constant ones") {
    HostImage image({211, 97, 1, Pixel::f64, Space::data});
    for (std::size_t y = 0; y < 97; ++y)
        for (std::size_t x = 0; x < 211; ++x)
            image.as<double>(y)[x] = 1.7e18 + 256.0 * static_cast<double>((x + y) % 3);  // ns since 1970
    for (const Way& way : as_on_cpus_and_gpus()) {
        PlanOptions options = way.options;
        options.observe = {"reduce"};
        const Table table =
            run("reduce quantities=mean,std,min,max", image.view(), options).tables.at("reduce");
        CHECK(std::isnan(standard_deviation(table)));
        CHECK(mean(table) == doctest::Approx(1.7e18 + 256).epsilon(1e-15));
        for (const std::string chain :
             {"normalize mode=standardize", "normalize mode=standardize smoothing=2"}) {
            CAPTURE(chain);
            const Result result = run(chain, image.view(), way.options);
            REQUIRE(result.warnings.size() == 1);
            CHECK(result.warnings[0].find("too close to each other") != std::string::npos);
            CHECK(result.image.as<double>(3)[5] == image.as<double>(3)[5]);
        }
    }
}
