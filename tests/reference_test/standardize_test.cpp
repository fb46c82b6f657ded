#include "tests/reference/standardize.hpp"

#include "tests/reference/random_image.hpp"
#include "tests/reference/samples.hpp"
#include "tests/reference/statistics.hpp"
#include "tests/reference_test/print_samples.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::reference;

namespace {
Samples standardized(Pixel type, int channels, const Samples& samples,
                     const StandardizeOptions& options = {}) {
    return samples_of(standardize(row_of(type, channels, samples).view(), options).image.view());
}
}  // namespace

TEST_CASE("standardize gives mean 0 and deviation 1, in f32 from integers") {
    // mean 5, deviation 2
    CHECK(standardized(Pixel::u8, 1, {2, 4, 4, 4, 5, 5, 7, 9}) ==
          Samples{-1.5, -0.5, -0.5, -0.5, 0, 0, 1, 2});
    const HostImage image = random_image({50, 40, 3, Pixel::u16});
    const HostImage result = standardize(image.view()).image;
    CHECK(result.format().pixel == Pixel::f32);
    for (const Statistics& s : statistics(result.view())) {
        CHECK(static_cast<double>(s.mean) == doctest::Approx(0).epsilon(1e-6));
        CHECK(static_cast<double>(s.std) == doctest::Approx(1).epsilon(1e-6));
    }
}

TEST_CASE("scale, shift, epsilon and ddof") {
    CHECK(standardized(Pixel::f64, 1, {1, 3}, {.scale = 10, .shift = 100}) == Samples{90, 110});
    CHECK(standardized(Pixel::f64, 1, {1, 3}, {.epsilon = 3}) == Samples{-0.5, 0.5});
    CHECK(standardized(Pixel::f64, 1, {1, 3}, {.ddof = 1})[1] == doctest::Approx(1 / std::sqrt(2.0)));
}

TEST_CASE("a mean or a deviation may be given, for all channels or for each") {
    CHECK(standardized(Pixel::f64, 1, {1, 3}, {.mean = {1}, .std = {4}}) == Samples{0, 0.5});
    CHECK(standardized(Pixel::f64, 1, {1, 3}, {.std = {2}}) == Samples{-0.5, 0.5});
    CHECK(standardized(Pixel::f64, 1, {1, 3}, {.mean = {3}})[0] == doctest::Approx(-2 / std::sqrt(2.0)));
    CHECK(standardized(Pixel::f64, 3, {1, 2, 3}, {.mean = {0, 1, 1}, .std = {1, 1, 2}}) == Samples{1, 1, 1});
}

TEST_CASE("a constant image becomes shift, alpha is rescaled") {
    CHECK(standardized(Pixel::u8, 1, {7, 7}, {.shift = 0.5}) == Samples{0.5, 0.5});
    CHECK(standardized(Pixel::u8, 2, {1, 255, 3, 51}) == Samples{-1, 1, 1, static_cast<double>(0.2f)});
}

TEST_CASE("luma standardizes the three channels with one mean and deviation") {
    const Samples y =
        standardized(Pixel::f64, 3, {10, 10, 10, 30, 30, 30, 20, 20, 20}, {.group = Grouping::luma});
    CHECK(y[0] == y[1]);
    CHECK(y[3] == doctest::Approx(std::sqrt(1.5)));
    CHECK(y[6] == doctest::Approx(0));
}

TEST_CASE("NaN stays or is replaced, an empty group stays as it is") {
    const double not_a_number = std::numeric_limits<double>::quiet_NaN();
    CHECK(std::isnan(standardized(Pixel::f32, 1, {not_a_number, 1, 3})[0]));
    CHECK(standardized(Pixel::f32, 1, {not_a_number, 1, 3}, {.nan_value = 0}) == Samples{0, -1, 1});
    const HostImage mask({2, 1, 1, Pixel::u8});
    const HostImage image = row_of(Pixel::f32, 1, {5, 6});
    const Normalized none = standardize(image.view(), {.counted = {.mask = mask.view()}});
    CHECK(none.untouched == std::vector<std::string>{"Y"});
    CHECK(samples_of(none.image.view()) == Samples{5, 6});
}
