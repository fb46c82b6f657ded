// When further devices are opened, at times that are made up.
#include "pipeline/batch/reserve.hpp"

#include <doctest/doctest.h>

#include <limits>
#include <optional>

using namespace sluice;

namespace {

Reserve::Time at(double seconds) {
    return Reserve::Time() +
           std::chrono::duration_cast<Reserve::Time::duration>(std::chrono::duration<double>(seconds));
}

constexpr double patience = 0.5;

// One device is open and has begun a file at 1 s.
Reserve at_work(std::size_t closed, double patience = ::patience) {
    Reserve reserve(1, closed, patience);
    reserve.begun(at(1));
    return reserve;
}

bool at_once(const std::optional<double>& wait) { return wait && *wait == 0; }

}  // namespace

TEST_CASE("a further device is opened when files have waited without a break for as long as patience lasts") {
    Reserve reserve = at_work(1);
    CHECK_FALSE(reserve.opens_in(at(9), false));  // none waits
    reserve.files_wait(true, at(10));
    CHECK(*reserve.opens_in(at(10), false) == doctest::Approx(0.5));
    reserve.files_wait(true, at(10.25));  // another one
    CHECK(*reserve.opens_in(at(10.25), false) == doctest::Approx(0.25));
    reserve.files_wait(false, at(10.375));
    CHECK_FALSE(reserve.opens_in(at(11), false));
    reserve.files_wait(true, at(11));
    CHECK(*reserve.opens_in(at(11.25), false) == doctest::Approx(0.25));
    CHECK(at_once(reserve.opens_in(at(11.5), false)));
    CHECK(at_once(reserve.opens_in(at(20), false)));
    CHECK_FALSE(reserve.opens_in(at(20), true));  // speed does not matter any more
}

TEST_CASE("what the first file of a device, or of a format, takes to be compiled says nothing about speed") {
    Reserve reserve(1, 1, patience);
    reserve.files_wait(true, at(1));
    CHECK_FALSE(reserve.opens_in(at(9), false));
    reserve.begun(at(9));
    CHECK(*reserve.opens_in(at(9), false) == doctest::Approx(0.5));
    reserve.built(0.375, at(9.375));
    CHECK(*reserve.opens_in(at(9.375), false) == doctest::Approx(0.5));
    reserve.built(3, at(9.5));  // more than has gone by since
    CHECK(*reserve.opens_in(at(9.5), false) == doctest::Approx(0.5));
    CHECK(at_once(reserve.opens_in(at(10), false)));
}

TEST_CASE("as many devices are opened as are at work, and are given the time to help") {
    Reserve reserve = at_work(4);
    reserve.files_wait(true, at(2));
    std::size_t opened = 0;
    double now = 3;
    for (const std::size_t round : {1, 2, 1}) {
        for (std::size_t i = 0; i < round; ++i, ++opened) {
            REQUIRE(at_once(reserve.opens_in(at(now), false)));
            reserve.opens();
        }
        CHECK_FALSE(reserve.opens_in(at(now + 9), false));
        now += 10;
        for (std::size_t i = 0; i < round; ++i) reserve.begun(at(now));
        if (opened < 4) CHECK(*reserve.opens_in(at(now), false) == doctest::Approx(0.5));
        now += 0.5;
    }
    CHECK(opened == 4);
    CHECK_FALSE(reserve.opens_in(at(99), false));
    CHECK(reserve.left() == 5);
}

TEST_CASE("another device is opened at once when none is left, and only then") {
    Reserve reserve(2, 2, patience);
    CHECK(reserve.left() == 4);
    reserve.begun(at(1));
    reserve.lost(true);
    CHECK_FALSE(reserve.opens_in(at(2), false));
    reserve.lost(false);
    CHECK(at_once(reserve.opens_in(at(2), false)));
    CHECK(at_once(reserve.opens_in(at(2), true)));  // files are on their way
    reserve.opens();
    CHECK_FALSE(reserve.opens_in(at(2), false));
    reserve.lost(false);  // could not be opened
    CHECK(at_once(reserve.opens_in(at(2), false)));
    CHECK(reserve.left() == 1);
}

TEST_CASE("patience may be none or endless") {
    Reserve none = at_work(1, 0);
    CHECK_FALSE(none.opens_in(at(2), false));
    none.files_wait(true, at(2));
    CHECK(at_once(none.opens_in(at(2), false)));
    Reserve endless = at_work(1, std::numeric_limits<double>::infinity());
    endless.files_wait(true, at(2));
    CHECK_FALSE(endless.opens_in(at(1e6), false));
    endless.lost(true);
    CHECK(at_once(endless.opens_in(at(1e6), false)));
}
