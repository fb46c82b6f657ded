// The bar's text, at every width.
#include "apps/terminal/position.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace sluice;
using namespace sluice::apps;

namespace {

Position busy() {
    Position at{.total = 500, .finished = 250, .failed = 12};
    at.pixels = 100e6;
    at.seconds = at.finished_at = 200;
    at.queues = QueueFill{.decoding = 2, .decoded = 1, .on_device = 3, .processed = 0, .encoding = 4};
    return at;
}

}  // namespace

TEST_CASE("the bar shows what is done, what failed, the time that is left, the rates and the queues") {
    const std::string all =
        "[##########----------] 250/500, 12 failed, 3 min 20 s left, 1.2 files/s, 0.5 MP/s, "
        "decode 2 [1] device 3 [0] encode 4";
    CHECK(bar_text(busy(), 200) == all);
    CHECK(bar_text(busy(), all.size() + 3) == all);
    CHECK(bar_text({.total = 4, .bytes = 400}, 80) == "[--------------------] 0/4");
    // Time goes by bytes where they are known, and on while nothing ends.
    Position at{.total = 4, .finished = 1, .bytes = 400, .finished_bytes = 200};
    at.seconds = at.finished_at = 10;
    CHECK(bar_text(at, 80) == "[##########----------] 1/4, 10 s left, 0.1 files/s");
    at.seconds = 14;
    CHECK(bar_text(at, 60).starts_with("[##########----------] 1/4, 6.0 s left"));
    at.seconds = 30;
    CHECK(bar_text(at, 60).starts_with("[##########----------] 1/4, 1.0 s left"));
    // At the end nothing waits.
    at = busy();
    at.finished = 500;
    CHECK(bar_text(at, 200) == "[####################] 500/500, 12 failed, 2.5 files/s, 0.5 MP/s");
}

TEST_CASE("files for which there was nothing to do tell nothing about time") {
    Position at{.total = 1000, .finished = 900, .passed = 890};
    at.seconds = at.finished_at = 10;
    CHECK(bar_text(at, 60) == "[#-------------------] 900/1000, 1 min 40 s left");
    CHECK(bar_text(at, 80) == "[#-------------------] 900/1000, 1 min 40 s left, 1.0 files/s");
    at.passed = at.finished;
    CHECK(bar_text(at, 80) == "[--------------------] 900/1000");
}

TEST_CASE("count, failures and time left stay at 40, 60 and 80 columns; rates and queues go first") {
    CHECK(bar_text(busy(), 40) == "250/500, 12 failed, 3 min 20 s left");
    CHECK(bar_text(busy(), 60) == "[#########----------] 250/500, 12 failed, 3 min 20 s left");
    CHECK(bar_text(busy(), 80) == "[##########----------] 250/500, 12 failed, 3 min 20 s left, 1.2 files/s");
    Position at = busy();
    at.failed = 0;
    CHECK(bar_text(at, 40) == "[#####-----] 250/500, 3 min 20 s left");
    // What is being done goes before the bar, and the bar before it is cut.
    at.doing = "compiling kernels";
    CHECK(bar_text(at, 40) == "[#####-----] 250/500, 3 min 20 s left");
    CHECK(bar_text(at, 60) == "[#####------] 250/500, 3 min 20 s left, compiling kernels");
}

TEST_CASE("at any width the bar fits, and no word of it is cut") {
    std::vector<Position> places = {busy(), {}, {.total = 1}, {.total = 3, .finished = 3}};
    places.push_back({.total = 1000000, .finished = 999999, .failed = 123456, .bytes = 1u << 31});
    places.back().finished_bytes = 1u << 30;
    places.back().seconds = places.back().finished_at = 40000;
    places.back().pixels = 1e12;
    for (Position& at : places) {
        at.doing = at.total == 1 ? "compiling kernels" : "";
        const std::string all = bar_text(at, 1000);
        std::size_t before = 0;
        for (std::size_t columns = 0; columns < 200; ++columns) {
            const std::string text = bar_text(at, columns);
            CAPTURE(text);
            CHECK(text.size() < std::max<std::size_t>(columns, 1));
            const std::string words = text.starts_with('[') ? text.substr(text.find(']') + 2) : text;
            std::size_t from = 0;
            for (std::size_t end; from < words.size(); from = end + 2) {
                end = std::min(words.find(", ", from), words.size());
                CHECK(("] " + all.substr(all.find(']') + 2) + ", ")
                          .find((from == 0 ? "] " : ", ") + words.substr(from, end - from) + ", ") !=
                      std::string::npos);
            }
            const auto parts = static_cast<std::size_t>(std::count(text.begin(), text.end(), ','));
            CHECK(parts >= before);  // more room, no less said
            before = parts;
        }
    }
}
