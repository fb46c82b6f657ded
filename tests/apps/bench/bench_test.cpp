#include "apps/bench/host/pipeline_loops.hpp"
#include "apps/bench/host/stretch_loops.hpp"
#include "apps/measure/copy_limit.hpp"
#include "apps/measure/device_run.hpp"
#include "apps/measure/times.hpp"
#include "tests/apps/program.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/reference/stage.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace sluice::apps;

TEST_CASE("bench first-frame waits for programs with an empty kernel cache and with a warm one") {
    const nlohmann::json json =
        bench_program({"first-frame", "--size", "64x48", "--runs", "1", "--json", "-"}).json();
    CHECK(json.at("warm_ms") > json.at("later_ms"));
    CHECK(json.at("empty_ms") > json.at("warm_ms"));
    CHECK(contains(bench_program({"first-frame", "--size", "8x8,9x9"}).err, "first-frame takes one size"));
}

TEST_CASE("bench stages measures each stage that is named beside a copy") {
    const nlohmann::json json =
        bench_program({"stages", "invert", "add", "--size", "64x48", "--runs", "1", "--json", "-"}).json();
    REQUIRE(json.at("results").size() == 4);  // u8 and f32
    for (const nlohmann::json& result : json.at("results")) {
        for (const char* key : {"ms", "copy_ms", "share_of_copy"}) CHECK(result.at(key) > 0);
        CHECK(result.at("passes") == 1);
    }
    CHECK(json.at("results").at(1).at("stage") == "add value=20");
    CHECK(contains(bench_program({"stages", "save"}).err,
                   "there is no stage 'save' that makes an image of images"));
    CHECK(contains(bench_program({"ladder", "add"}).err, "'add' is one argument too many"));
}

TEST_CASE("bench stages says which strategies it measured, and where the wanted one fits no pass") {
    const Outcome outcome =
        bench_program({"stages", "invert", "gaussian", "--pixels", "u8", "--size", "64x48", "--runs", "1",
                       "--strategy", "pixel by pixel", "--json", "-"});
    const nlohmann::json results = outcome.json().at("results");
    CHECK(results.at(0).at("strategies") == nlohmann::json{"write"});
    CHECK(results.at(1).at("strategies") == nlohmann::json{"pixel by pixel"});
    CHECK(contains(outcome.err,
                   "invert: --strategy 'pixel by pixel' fits no pass of it; its passes are write"));
    CHECK_FALSE(contains(outcome.err, "gaussian"));
}

TEST_CASE("bench pipeline divides the time of images that are on their way at once") {
    const nlohmann::json json = bench_program({"pipeline", "-p", "invert", "--size", "64x48", "--runs", "1",
                                               "--in-flight", "3", "--json", "-"})
                                    .json();
    CHECK(json.at("in_flight") == 3);
    CHECK(json.at("results").at(0).at("ms") > 0);
    CHECK(contains(bench_program({"pipeline", "--in-flight", "0"}).err, "--in-flight"));
    CHECK(contains(bench_program({"stages", "--in-flight", "2"}).err, "'sluice-bench pipeline' has it"));
}

TEST_CASE("bench reduce measures natural image objects of every type that the device has") {
    const nlohmann::json json =
        bench_program({"reduce", "--size", "33x7", "--runs", "1", "--storage", "natural", "--json", "-"})
            .json();
    CHECK(json.at("results").size() >= 6);  // four channels of every type
    for (const nlohmann::json& result : json.at("results")) {
        CHECK(result.at("storage") == "natural");
        CHECK(result.at("reduce_ms") > 0);
        CHECK(result.at("read_limit_ms") > 0);
    }
}

TEST_CASE("what a benchmark leaves in a natural image object is read back and copied") {
    using namespace sluice;
    const Device device = Device::pick();
    const HostImage image = reference::random_image({33, 7, 4, Pixel::u8});
    const ImageOnDevice there(image, device, StorageChoice::natural);
    CHECK(CopyLimit(there.get(), device).run_ms() > 0);
    DeviceRun invert(Graph::from_chain("invert"), there, device, {.storage = StorageChoice::natural});
    CHECK(reference::compare(invert.result().view(), reference::expected("invert", {}, image.view()).view())
              .none());
}

TEST_CASE("bench pipeline measures the fused plan, each step alone, and their limit") {
    const Scratch folder;
    const std::string figure = folder / "figure.svg";
    const nlohmann::json json = bench_program({"pipeline", "--size", "64x48", "--storage", "buffer", "--runs",
                                               "1", "--compare", "--plot", figure, "--json", "-"})
                                    .json();
    REQUIRE(json.at("results").size() == 2);
    for (const nlohmann::json& result : json.at("results")) {
        CHECK(result.at("width") == 64);
        CHECK(result.at("storage") == "buffer");
        for (const char* key : {"ms", "read_ms", "copy_ms", "loop_ms", "unfused_ms"})
            CHECK(result.at(key) > 0);
        const auto number = [&](const char* key) { return result.at(key).get<double>(); };
        CHECK(number("limit_ms") == doctest::Approx(2 * number("read_ms") + number("copy_ms") / 2));
        CHECK(number("share_of_limit") == doctest::Approx(number("limit_ms") / number("ms")));
        CHECK(number("unfused_to_fused") == doctest::Approx(number("unfused_ms") / number("ms")));
        CHECK(result.at("unfused_passes") >= result.at("passes"));
    }
    CHECK(json.at("results")[1].at("passes") == 2);  // the plain stretch
    CHECK(contains(bytes_of(figure), "<svg"));
    const nlohmann::json own = bench_program({"pipeline", "--pipeline", "invert | normalize grayworld",
                                              "--size", "64x48", "--runs", "1", "--json", "-"})
                                   .json();
    REQUIRE(own.at("results").size() >= 1);
    CHECK(own.at("results")[0].at("pipeline") == "invert | normalize grayworld");
    CHECK(own.at("results")[0].at("passes") == 2);
    CHECK(own.at("results")[0].at("unfused_passes") > 2);
    const nlohmann::json stored =
        bench_program({"pipeline", "-p", "invert | grey | brightness 0.1", "--size", "64x48", "--storage",
                       "buffer", "--runs", "1", "--store", "invert", "--store", "invert,grey", "--json", "-"})
            .json()
            .at("results")[0];
    CHECK(stored.at("passes") == 1);
    CHECK(stored.at("not_in_memory") == nlohmann::json{"grey", "invert"});
    REQUIRE(stored.at("stored").size() == 2);
    CHECK(stored.at("stored")[0].at("passes") == 2);
    CHECK(stored.at("stored")[1].at("store") == nlohmann::json{"invert", "grey"});
    CHECK(stored.at("stored")[1].at("passes") == 3);
    CHECK(stored.at("stored")[1].at("ms") > 0);
    CHECK(bench_program({"pipeline", "--store", "invert"}).code == 2);
    const nlohmann::json both =
        bench_program({"pipeline", "--pipeline", "input id=a; input id=b; blend from=a,b", "--size", "64x48",
                       "--storage", "buffer", "--runs", "1", "--json", "-"})
            .json();
    CHECK(both.at("results")[0].at("ms") > 0);

    const Outcome layers = bench_program({"pipeline", "--size", "64x48x2"});
    CHECK(layers.code == 2);
    CHECK(contains(layers.err, "one layer"));
}

TEST_CASE("bench pipeline --frames keeps 1 to 4 frames on their way, and measures transfers alone") {
    const std::vector<std::string> words = {"pipeline", "--frames", "5",         "--size", "64x48",
                                            "--runs",   "1",        "--storage", "buffer"};
    std::vector<std::string> as_json = words;
    as_json.insert(as_json.end(), {"--json", "-"});
    const nlohmann::json json = bench_program(as_json).json();
    CHECK(json.at("frames") == 5);
    REQUIRE(json.at("results").size() == 2 * 2 * 4);  // pipelines, ways to hand pixels over, in flight
    for (const nlohmann::json& result : json.at("results")) {
        for (const char* key : {"frames_per_second", "up_limit", "down_limit", "both_limit"})
            CHECK(result.at(key) > 0);
        const auto number = [&](const char* key) { return result.at(key).get<double>(); };
        CHECK(number("gb_per_second") == doctest::Approx(number("frames_per_second") * 64 * 48 * 4 / 1e9));
        CHECK(number("share_of_limit") ==
              doctest::Approx(number("gb_per_second") / std::min(number("up_limit"), number("down_limit"))));
    }
    const Outcome table = bench_program(words);
    CHECK(table.code == 0);
    for (const char* row : {"normalize mode=minmax", "in place", "copied", "limits, GB/s"})
        CHECK(contains(table.out, row));
    const Outcome other = bench_program({"reduce", "--frames", "5"});
    CHECK(other.code == 2);
    CHECK(contains(other.err, "'--frames'; 'sluice-bench pipeline' has it"));
}

TEST_CASE("each measurement has a help page") {
    for (const std::string name : {"reduce", "ladder", "pipeline", "stages", "batch", "first-frame"}) {
        const Outcome outcome = bench_program({"help", name});
        CHECK(outcome.code == 0);
        CHECK_MESSAGE(outcome.out.starts_with("Usage: sluice-bench " + name), outcome.out);
        CHECK(bench_program({name, "--help"}).out == outcome.out);
    }
}

TEST_CASE("sluice-bench says what is wrong with its words") {
    struct Line {
        std::vector<std::string> words;
        const char* said;
    };
    const std::vector<Line> lines = {
        {{}, "Usage: sluice-bench COMMAND"},
        {{"stagse"},
         "sluice-bench: there is no command 'stagse' (did you mean 'stages'?); 'sluice-bench help'"},
        {{"help", "reduc"}, "(did you mean 'reduce'?)"},
        {{"reduce", "ladder"}, "sluice-bench reduce: 'ladder' is one argument too many"},
        {{"ladder", "--storage", "natural"}, "read image and buffer only"},
        {{"reduce", "-p", "invert"}, "there is no option '-p'; 'sluice-bench pipeline' has it"},
        {{"pipeline", "-p", "invert", "--compare"}, "for the two pipelines of its own only"},
        {{"pipeline", "-p", "load cat.png | gamma 2"}, "leave 'load' out"},
        {{"pipeline", "-p", "invrt"}, "(did you mean 'invert'?)"},
        {{"pipeline", "--frames", "2", "--store", "a"}, "--frames and --store do not go together"},
        {{"reduce", "--size", "4K"}, "'4K' is no size such as 4096x4096"},
        {{"reduce", "--size", "12x0"}, "no size"},
        {{"reduce", "--runs", "none"}, "'none' is not an integer"},
        {{"batch", "--files", "many"}, "'many' is not an integer from 1 to 100000"},
        {{"batch", "--from", "missing"}, "missing: there is no such file"},
        {{"reduce", "--json", "nowhere/b.json"}, "there is no folder 'nowhere'"},
    };
    for (const Line& line : lines) {
        const Outcome outcome = bench_program(line.words);
        CHECK(outcome.code == 2);
        CHECK(outcome.out.empty());
        CHECK_MESSAGE(contains(outcome.err, line.said), outcome.err);
    }
}

TEST_CASE("the loops through linear light agree with each other and with the formulas") {
    std::vector<std::uint8_t> src;
    for (unsigned v = 30; v <= 200; ++v) {
        const auto byte = static_cast<std::uint8_t>(v);
        src.insert(src.end(), {byte, static_cast<std::uint8_t>(230 - v), 77, byte});
    }
    const auto light = [](double v) {
        return v / 255 <= 0.04045 ? v / 255 / 12.92 : std::pow((v / 255 + 0.055) / 1.055, 2.4);
    };
    const std::size_t pixels = src.size() / 4;
    const ByteRange range = byte_range(src.data(), pixels);
    for (const StretchLoop& loop : linear_stretch_loops()) {
        std::vector<std::uint8_t> dst(src.size());
        loop.run(src.data(), dst.data(), pixels, range);
        for (std::size_t i = 0; i < src.size(); ++i) {
            double right = src[i];
            if (i % 4 < 3) {
                const double low = light(range.low[i % 4]), high = light(range.high[i % 4]);
                const double stretched = high > low ? (light(src[i]) - low) / (high - low) : light(src[i]);
                const double y = std::pow(stretched, 0.8);
                right = 255 * (y <= 0.0031308 ? 12.92 * y : 1.055 * std::pow(y, 1 / 2.4) - 0.055);
            }
            REQUIRE(std::abs(dst[i] - right) <= 0.51);
        }
    }
}

TEST_CASE("all loops stretch every range of 8 bit as rational numbers do, half to even") {
    for (unsigned low = 0; low < 256; ++low) {
        for (unsigned high = low; high < 256; ++high) {
            std::vector<std::uint8_t> src;
            for (unsigned v = low; v <= high; ++v) {
                const auto byte = static_cast<std::uint8_t>(v);
                src.insert(src.end(), {byte, byte, byte, static_cast<std::uint8_t>(7 * v)});
            }
            const std::size_t pixels = src.size() / 4;
            const ByteRange range = byte_range(src.data(), pixels);
            REQUIRE(range.low[0] == low);
            REQUIRE(range.high[1] == high);

            std::vector<std::uint8_t> right = src;
            for (std::size_t i = 0; high > low && i < right.size(); ++i) {
                if (i % 4 == 3) continue;
                const unsigned dividend = 255 * (src[i] - low), divisor = high - low;
                const unsigned whole = dividend / divisor, rest = 2 * (dividend % divisor);
                right[i] = static_cast<std::uint8_t>(
                    whole + (rest > divisor || (rest == divisor && whole % 2 == 1) ? 1 : 0));
            }
            for (const StretchLoop& loop : stretch_loops()) {
                std::vector<std::uint8_t> dst(src.size());
                loop.run(src.data(), dst.data(), pixels, range);
                if (dst != right) FAIL_CHECK(loop.name << " is wrong for " << low << " to " << high);
            }
        }
    }
}

TEST_CASE("the range counts every pixel, whatever their number") {
    for (const std::size_t pixels : {2, 15, 16, 17, 33}) {
        std::vector<std::uint8_t> src(4 * pixels, 100);
        src[4 * pixels - 4] = 3;
        src[4 * pixels - 2] = 250;
        const ByteRange range = byte_range(src.data(), pixels);
        CHECK(range.low == std::array<std::uint8_t, 4>{3, 100, 100, 100});
        CHECK(range.high == std::array<std::uint8_t, 4>{100, 100, 250, 100});
    }
}

TEST_CASE("the median of an even number of values lies between the middle two") {
    CHECK(median({3}) == 3);
    CHECK(median({5, 1, 3}) == 3);
    CHECK(median({8, 1, 2, 4}) == 3);
}
