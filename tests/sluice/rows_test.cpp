// Pictures that go through row by row: the same as whole, however small the strips are.
#include "pipeline/plan/plan.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/sluice/same.hpp"
#include "tests/temporary_folder.hpp"

#include "io/read.hpp"
#include "io/write.hpp"

#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

using namespace sluice;
using namespace sluice::test;

namespace {

HostImage picture(const ImageFormat& format) {
    HostImage image(format);
    std::uint32_t noise = 1;
    for (std::size_t y = 0; y < format.height; ++y)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c) {
                noise = noise * 1664525 + 1013904223;
                set_sample(image.view(), x, y, c, 30 + (x + 2 * y) % 100 + noise % 64);
            }
    return image;
}

// Runs a pipeline of files; `limit`: bytes of device memory, by rows.
RunResult run(const std::string& chain, std::size_t limit) {
    PlanOptions options;
    options.limit_memory = limit;
    options.by_rows = limit > 0;
    const Plan plan(Graph::from_chain(chain), SourceFormats{}, device(), options);
    if (limit > 0) CHECK(plan.execution->in_strips());
    Session session(plan, {.frames_in_flight = 1});
    return run_files(session);
}

// Rows of an image in memory; counts how often they are begun.
class Counted {
public:
    explicit Counted(const HostImage& image) : image_(image) {}
    ReadRows rows() {
        return {image_.format(), [this] {
                    ++begun;
                    return std::make_unique<Reader>(image_);
                }};
    }
    std::size_t begun = 0;

private:
    class Reader : public RowReader {
    public:
        explicit Reader(const HostImage& image) : image_(image) {}
        const ImageFormat& format() const override { return image_.format(); }
        const Metadata& metadata() const override { return image_.metadata; }
        void read(const HostView& rows) override {
            for (std::size_t y = 0; y < rows.format.height; ++y, ++at_) {
                REQUIRE(at_ < image_.format().height);
                std::memcpy(rows.row(y), image_.row(at_), image_.pitch());
            }
        }

    private:
        const HostImage& image_;
        std::size_t at_ = 0;
    };
    const HostImage& image_;
};

class Collected : public RowWriter {
public:
    explicit Collected(const ImageFormat& format) : image(format) {}
    void write(const ConstHostView& rows) override {
        for (std::size_t y = 0; y < rows.format.height; ++y, ++at)
            std::memcpy(image.row(at), rows.row(y), image.pitch());
    }
    void finish() override {}
    HostImage image;
    std::size_t at = 0;
};

const std::vector<std::string> pipelines{
    "invert",
    "normalize",
    "gaussian sigma=2",
    "gaussian sigma=1.5 | normalize",
    "resize width=40 | normalize",
    "resize width=300 height=333 | gaussian sigma=1",
    "normalize | gaussian sigma=1 | normalize mode=standardize | convert pixel=u8",
    "flip axis=y | normalize",
};

}  // namespace

TEST_CASE("files by rows become the files that they become whole") {
    const TemporaryFolder folder;
    struct Input {
        std::string extension;
        ImageFormat format;
    };
    for (const auto& [extension, format] :
         {Input{"png", {150, 211, 1}}, Input{"tif", {150, 211, 3, Pixel::u16}},
          Input{"ppm", {150, 211, 3}}}) {
        const std::string input = (folder / ("in." + extension)).string();
        write(input, picture(format).view());
        for (const std::string& pipeline : pipelines) {
            if (extension != "tif" && pipeline != "gaussian sigma=1.5 | normalize") continue;
            CAPTURE(extension);
            CAPTURE(pipeline);
            const auto chain = [&](const std::string& name) {
                return "load " + input + " | " + pipeline + " | save overwrite=always " +
                       (folder / (name + ".tif")).string();
            };
            run(chain("whole"), 0);
            run(chain("rows"), 25'000 * format.lane_bytes());
            CHECK(same(read((folder / "rows.tif").string()), read((folder / "whole.tif").string())));
        }
    }
    CHECK(folder.files("").size() == 5);
}

TEST_CASE("rows are begun as often as the plan says") {
    const ImageFormat format{64, 200, 3};
    const HostImage image = picture(format);
    for (const std::string& pipeline : pipelines)
        for (const std::size_t limit : {std::size_t{0}, std::size_t{30'000}}) {
            CAPTURE(pipeline);
            CAPTURE(limit);
            PlanOptions options;
            options.limit_memory = limit;
            if (limit > 0 && pipeline.find("resize width=300") != std::string::npos)
                options.limit_memory = 150'000;
            const Plan plan(Graph::from_chain(pipeline), format, device(), options);
            Session session(plan);
            const HostImage whole = session.submit(image.view()).read();
            Counted counted(image);
            Collected collected(whole.format());
            Frame frame = session.submit({{"input", counted.rows()}}, {{"output", &collected}});
            frame.wait();
            CHECK(collected.at == whole.format().height);
            CHECK(same(collected.image, whole));
            const std::size_t source = plan.execution->graph.names.at("input");
            CHECK(counted.begun == plan.execution->readings(source));
            CHECK_THROWS_AS(frame.read(), Error);
        }
}

TEST_CASE("a file that ends early in its last rows leaves no result") {
    const TemporaryFolder folder;
    const ImageFormat format{150, 211, 3};
    for (const std::string extension : {"png", "tif", "jpg", "ppm"}) {
        CAPTURE(extension);
        const std::string input = (folder / ("in." + extension)).string();
        write(input, picture(format).view());
        const std::string bytes = bytes_of(input);
        // The directory of a TIFF is at its end: there the data of the last strip is damaged.
        if (extension == "tif")
            std::ofstream(input, std::ios::binary)
                << bytes.substr(0, bytes.size() / 2) << std::string(200, 'x')
                << bytes.substr(bytes.size() / 2 + 200);
        else
            std::ofstream(input, std::ios::binary) << bytes.substr(0, bytes.size() - 200);
        CHECK_THROWS_AS(
            run("load " + input + " | gaussian sigma=1 | save " + (folder / "out.png").string(), 60'000),
            Error);
        std::filesystem::remove(input);
        CHECK(folder.files("").empty());
    }
}
