// Kernels in files, on the device: in chains, beside each other, and what a wrong read does. What is expected
// is computed on the host, so a GPU (SLUICE_DEVICE=gpu) and PoCL give the same.
#include "tests/as_gpu.hpp"
#include "tests/error_of.hpp"
#include "tests/places.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/random_image.hpp"
#include "tests/stages/support.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace sluice;

namespace {

std::string kernel(const std::string& name) {
    return "kernel " SLUICE_SOURCE_DIR "/tests/kernel_files/texts/" + name + ".cl";
}

// Every way to run a graph that must not change a byte: on the device as it is, and planned as for a GPU.
struct KernelWay {
    Device device;
    PlanOptions options;
};
std::vector<KernelWay> ways_of_planning() {
    std::vector<KernelWay> ways;
    for (const Device& device : {test::device(), test::as_gpu(test::device())})
        for (const bool fuse : {true, false})
            for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image})
                for (const std::size_t limit : {std::size_t{0}, std::size_t{1} << 14}) {
                    PlanOptions& options = ways.emplace_back(KernelWay{device, {}}).options;
                    options.fuse = fuse;
                    options.storage = storage;
                    options.limit_memory = limit;
                }
    return ways;
}

}  // namespace

TEST_CASE("a reduce of a file makes a table that a point of a file takes") {
    const ImageFormat format{67, 41, 3, Pixel::u8};
    const HostImage image = reference::random_image(format);
    HostImage expected(format);
    for (int c = 0; c < 3; ++c) {
        double low = 255, high = 0;
        for (std::size_t y = 0; y < format.height; ++y)
            for (std::size_t x = 0; x < format.width; ++x) {
                low = std::min(low, sample(image.view(), x, y, c));
                high = std::max(high, sample(image.view(), x, y, c));
            }
        for (std::size_t y = 0; y < format.height; ++y)
            for (std::size_t x = 0; x < format.width; ++x) {
                const double v = sample(image.view(), x, y, c);
                set_sample(expected.view(), x, y, c, 255 - (v < (low + high) / 2 ? 0 : v));
            }
    }
    const std::string chain = "input id=a; " + kernel("own_middle") + " id=middle from=a; " +
                              kernel("own_lift") + " from=a,middle | invert";
    for (const auto& [device, options] : ways_of_planning()) {
        Session session(Plan(Graph::from_chain(chain), format, device, options));
        CHECK(reference::compare(session.submit(image.view()).read().view(), expected.view()).none());
    }
}

TEST_CASE("sums of any type are numbers for the function of a table") {
    const TemporaryFolder folder;
    const auto file = folder.put(
        "own_moments.cl",
        "/*\nsluice: 1\nname: own_moments\nkind: reduce\nsummary: Mean and variance.\n"
        "measure: {quantities: [count, sum, sum_sq], group: channel}\nfields: [mean, variance]\n*/\n"
        "void own_moments(int row, int channel, TABLE stats, TABLE result) {\n"
        "    const WIDE n = stats_count(row, channel), mean = stats_sum(row, channel) / n;\n"
        "    result_mean(row, channel) = (float)mean;\n"
        "    result_variance(row, channel) = (float)(stats_sum_sq(row, channel) / n - mean * mean);\n}\n");
    for (const Pixel pixel : {Pixel::u8, Pixel::i16, Pixel::f32}) {
        HostImage image({4, 1, 1, pixel});
        const std::vector<double> values{1, 3, 5, 7};
        for (std::size_t x = 0; x < 4; ++x) set_sample(image.view(), x, 0, 0, values[x]);
        Session session(Plan(Graph::from_chain("kernel " + file.string()), image.format(), test::device()));
        Frame frame = session.submit(image.view());
        frame.wait();
        CHECK(frame.table("own_moments").real("mean") == 4);
        CHECK(frame.table("own_moments").real("variance") == doctest::Approx(5));
    }
}

TEST_CASE("a source of a file gives an image, also in strips, and is live") {
    for (const auto& [device, options] : ways_of_planning()) {
        const std::string chain =
            kernel("own_checks") + " width=101 height=67 id=checks; input | max from=input,checks";
        const ImageFormat format{101, 67, 1, Pixel::u8};
        HostImage black(format), expected(format);
        const Graph graph = Graph::from_chain(chain);
        Session session(Plan(graph, SourceFormats{{"input", format}}, device, options));
        for (const int side : {8, 5}) {
            session.set("checks.side", std::int64_t{side});
            for (std::size_t y = 0; y < format.height; ++y)
                for (std::size_t x = 0; x < format.width; ++x)
                    set_sample(expected.view(), x, y, 0, (x / side + y / side) % 2 == 1 ? 255 : 0);
            CHECK(reference::compare(session.submit(black.view()).read().view(), expected.view()).none());
        }
    }
}

TEST_CASE("a read of a file beyond what it declares fails its frame") {
    const TemporaryFolder folder;
    const auto fault = [&](const std::string& keys, const std::string& body) {
        const auto file =
            folder.put("own_far.cl", "/*\nsluice: 1\nname: own_far\nkind: stencil\nsummary: Far.\n" + keys +
                                         "*/\nV own_far(SRC src, VI X, VI Y) { return " + body + "; }\n");
        const ImageFormat format{37, 5, 3, Pixel::u8};
        const HostImage image = reference::random_image(format);
        Session session(
            Plan(Graph::from_chain("kernel " + file.string() + " | invert"), format, test::device()));
        return error_of([&] { session.submit(image.view()).wait(); });
    };
    CHECK(fault("reach: 1\n", "AT(src, 1, -1)").empty());
    CHECK(
        fault("reach: 1\n", "AT(src, 2, 0)").find("own_far: its function reads AT(src, 2, 0) for pixel (") ==
        0);
    CHECK(fault("region: {columns: [first_column, last_column], rows: [first_row, last_row]}\n",
                "TEXEL(src, X, Y)")
              .empty());
    CHECK(fault("region: {columns: [first_column, last_column], rows: [first_row, last_row]}\n",
                "TEXEL(src, X, Y + (VI)(1))")
              .find("outside of the footprint that it declares") != std::string::npos);
    CHECK(fault("region: all\n", "TEXEL(src, X + (VI)(100000), Y)").empty());
    CHECK(fault("region: {columns: [first_column, last_column + 2], rows: [first_row, last_row]}\nsample: "
                "cubic\n",
                "SAMPLE(src, coordinate_of(CONVERT(REAL, X) + (REAL)1.5), coordinate_of(CONVERT(REAL, Y)))")
              .empty());
    CHECK(fault("region: all\nsample: linear\n",
                "SAMPLE(src, coordinate_of(CONVERT(REAL, X) * 2), coordinate_of(CONVERT(REAL, Y)))")
              .empty());
}

TEST_CASE("what the compiler of the device says names the file and the line") {
    const TemporaryFolder folder;
    const auto file = folder.put("own_bad.cl",
                                 "/*\nsluice: 1\nname: own_bad\nkind: point\nsummary: Bad.\n*/\n"
                                 "V own_bad(V v) {\n    return v + unknown_one;\n}\n");
    const std::string said = error_of([&] {
        const Session session(
            Plan(Graph::from_chain("kernel " + file.string()), {8, 8, 1, Pixel::u8}, test::device()));
    });
    CHECK_MESSAGE(said.find(file.string() + ":8: ") == 0, said);
    CHECK_MESSAGE(said.find('\n') == std::string::npos, said);
}
