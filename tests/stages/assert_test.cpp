// assert: a frame fails where a Table is not as it should be.
#include "tests/stages/all_at_once.hpp"

using namespace sluice;
using namespace sluice::test;

namespace {

// What the frame says; "" when it has nothing against it.
std::string said(const std::string& chain, const HostImage& image) {
    try {
        run(chain, image.view());
    } catch (const Error& error) {
        CHECK(error.kind() == Error::Kind::input);
        return error.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a frame fails where a number of a table is not within its bounds") {
    const HostImage image = row_of(Pixel::u8, 3, {10, 20, 30, 50, 60, 255});
    CHECK(said("input | reduce | assert max below=256 above=49", image) == "");
    CHECK(said("input | reduce | assert max below=256", image) == "");
    CHECK(said("input | reduce | assert max below=255", image) ==
          "assert: of table reduce, max of B is 255, not below 255");
    CHECK(said("input | reduce | assert min above=20", image) ==
          "assert: of table reduce, min of R is 10, not above 20 (and 1 more value)");
    CHECK(said("input | reduce | assert mean above=30", image) ==
          "assert: of table reduce, mean of R is 30, not above 30");
    CHECK(said("input | reduce | assert std below=113", image) == "");
}

TEST_CASE("all that fails is said at once, and where nothing was counted no bound is kept") {
    const HostImage image = row_of(Pixel::u8, 1, {10, 20, 30});
    CHECK(said("input | reduce id=r | assert max below=1; assert from=r min above=100 id=least", image) ==
          "assert: of table r, max is 30, not below 1\nleast: of table r, min is 10, not above 100");
    CHECK(said("input | reduce region=0,0,0,0 | assert min above=0", image) ==
          "assert: of table reduce, min is nan, not above 0");
}

TEST_CASE("a table that is looked at is still seen, and images come with it") {
    const HostImage image = row_of(Pixel::u8, 1, {10, 20, 30});
    const Result result =
        run("input id=input; compare from=input,input psnr id=same | assert above=90; "
            "invert from=input | normalize id=n; reduce from=input | assert count above=2",
            image.view());
    CHECK(result.tables.at("same").real("psnr") > 1e9);
    CHECK(result.tables.at("reduce").integer("count") == 3);
    CHECK(samples_of(result.image.view()) == Samples{255, 128, 0});
}

TEST_CASE("a frame that failed says so whenever it is asked") {
    const HostImage image = row_of(Pixel::u8, 1, {10, 20, 30});
    Session session(Plan(Graph::from_chain("input | reduce id=r | assert max below=1; invert from=input"),
                         {{"input", image.format()}}, device()));
    Frame frame = session.submit(image.view());
    CHECK_THROWS_AS(frame.wait(), Error);
    CHECK_THROWS_AS(frame.read(), Error);
    CHECK_THROWS_AS(frame.table("r"), Error);
    CHECK_THROWS_AS(session.submit(image.view()).wait(), Error);  // and the session goes on
}

TEST_CASE("what cannot be asserted is refused before anything runs") {
    const SourceFormats grey{{"input", {20, 10, 1, Pixel::u8}}};
    CHECK(says(refused("reduce | assert max", grey), "needs below= or above=, or both"));
    CHECK(says(refused("reduce | assert max below=1 above=2", grey), "no number is above 2 and below 1"));
    CHECK(says(refused("reduce | assert maximum below=1", grey),
               "table reduce has no field 'maximum'; it has count, min, max, sum, sum_sq, mean, std"));
    CHECK(says(refused("invert | assert max below=1", grey), "needs a table"));
}
