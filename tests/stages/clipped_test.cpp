// Floats of which nobody knows where they lie, on their way to integers.
#include "tests/stages/support.hpp"

#include <cmath>
#include <limits>

using namespace sluice;
using namespace sluice::test;

namespace {

struct Said {
    std::vector<std::string> warnings;
    std::size_t waits = 0, table_reads = 0;
    std::vector<std::string> tables;
};

// A grey image of one value, with another one in its last pixel.
Said said(const std::string& chain, Pixel pixel, double most, double last, const PlanOptions& options = {}) {
    HostImage image({40, 30, 3, pixel});
    for (std::size_t y = 0; y < 30; ++y)
        for (std::size_t x = 0; x < 40; ++x)
            for (int c = 0; c < 3; ++c) set_sample(image.view(), x, y, c, most);
    set_sample(image.view(), 39, 29, 2, last);
    const Plan plan(Graph::from_chain(chain), image.format(), device(), options);
    Session session(plan);
    Frame frame = session.submit(image.view());
    frame.read();
    Said result{
        frame.warnings(), session.counters().total().waits, session.counters().total().table_reads, {}};
    for (const ObservedTable& table : plan.execution->observed) result.tables.push_back(table.name);
    return result;
}

}  // namespace

TEST_CASE("a convert that is asked to warns of floats that integers cannot hold, without another wait") {
    const double nan = std::numeric_limits<double>::quiet_NaN(),
                 inf = std::numeric_limits<double>::infinity();
    for (const Pixel pixel : {Pixel::f16, Pixel::f32, Pixel::f64}) {
        if (pixel == Pixel::f64 && !device().facts().fp64) continue;
        for (const double last : {-0.01, 1.25, nan, inf, -inf}) {
            CAPTURE(last);
            const Said clipped = said("gamma 1 | convert pixel=u8 warn=true", pixel, 0.5, last);
            REQUIRE(clipped.warnings.size() == 1);
            CHECK(clipped.warnings[0].find(
                      "it has values below 0, above white, or NaN, which were clipped") != std::string::npos);
            CHECK(clipped.waits == 1);
            CHECK(clipped.table_reads == 0);
            CHECK(clipped.tables.empty());
        }
        CHECK(said("gamma 1 | convert pixel=u8 warn=true", pixel, 1, 0).warnings.empty());
    }
}

TEST_CASE("who converts without asking wants it so, and where the range is known nothing is counted") {
    CHECK(said("convert pixel=u8", Pixel::f32, 0.5, 3).warnings.empty());
    PlanOptions cut;
    cut.limit_memory = 8000;
    CHECK(said("convert pixel=u8 warn=true", Pixel::f32, 0.5, 3, cut).warnings.size() == 1);
    const Plan known(Graph::from_chain("normalize | convert pixel=u8 warn=true"),
                     ImageFormat{8, 4, 3, Pixel::f32}, device());
    CHECK(known.text().find("extremes") == std::string::npos);
    const Plan unknown(Graph::from_chain("convert pixel=u8 warn=true"), ImageFormat{8, 4, 3, Pixel::f32},
                       device());
    CHECK(unknown.text().find("extremes") != std::string::npos);
}
