// Whole runs on a device.
#include "pipeline/batch/device_step.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/batch/preview.hpp"
#include "pipeline/core/device_name.hpp"
#include "pipeline/device/inspect.hpp"

#include "io/read.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/made.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <random>
#include <set>
#include <string>
#include <vector>

using namespace sluice;

namespace {

const Device& device() {
    static const Device picked = Device::pick();
    return picked;
}

Job job_of(const TemporaryFolder& folder, const std::string& chain, const std::string& format = "") {
    return {made::pipeline(chain), made::folder_to_folder(folder / "in", folder / "out", format), {}, {}, {}};
}

}  // namespace

TEST_CASE("pictures of mixed formats are normalized, each by its own range, on both storages") {
    for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
        if (storage == StorageChoice::image && !device().facts().images()) continue;
        const TemporaryFolder folder;
        folder.put("in/rgb.png", made::file("png", made::ramp({37, 21, 3}, 10, 200)));
        folder.put("in/grey.png", made::file("png", made::ramp({19, 40, 1}, 100, 150)));
        folder.put("in/deep.png", made::file("png", made::ramp({16, 16, 3, Pixel::u16}, 6000, 6060)));
        folder.put("in/alpha.png", made::file("png", made::ramp({16, 16, 4}, 50, 60)));
        Job job = job_of(folder, "normalize");
        job.plan.storage = storage;
        job.steps.workers = 2;
        Collect collect;
        const Summary summary = run_batch(job, device(), collect);
        REQUIRE(summary.done == 4);
        CHECK(summary.pixels == 37 * 21 + 19 * 40 + 16 * 16 * 2);
        for (const FileReport& report : collect.reports) {
            CAPTURE(report.file.input);
            const HostImage src = read(report.file.input.string());
            const HostImage dst = read(report.file.output.string());
            REQUIRE(dst.format() == src.format());
            const ImageFormat& format = src.format();
            const Table& stats = report.tables.at("normalize.stats");
            for (int c = 0; c < format.colors(); ++c) {
                const auto channel = static_cast<std::size_t>(c);
                CHECK(stats.real("min", channel) == sample(src.view(), 0, 0, c));
                CHECK(stats.real("max", channel) ==
                      sample(src.view(), format.width - 1, format.height - 1, c));
                CHECK(sample(dst.view(), 0, 0, c) == 0);
                CHECK(sample(dst.view(), format.width - 1, format.height - 1, c) == format.white_value());
            }
            if (format.has_alpha())
                for (std::size_t x = 0; x < format.width; ++x)
                    CHECK(sample(dst.view(), x, 5, 3) == sample(src.view(), x, 5, 3));
        }
    }
}

TEST_CASE("results do not depend on how many frames are in flight") {
    const TemporaryFolder folder;
    for (int i = 0; i < 12; ++i)
        folder.put("in/" + std::to_string(i) + ".png",
                   made::file("png", made::ramp({24 + static_cast<std::size_t>(i % 3), 9, 3}, i, 100 + i)));
    std::vector<std::string> first;
    for (const std::size_t in_flight : {1, 2, 5}) {
        Job job = job_of(folder, "normalize");
        job.overwrite = Overwrite::always;
        job.steps.workers = 3;
        job.steps.in_flight = in_flight;
        Collect collect;
        REQUIRE(run_batch(job, device(), collect).done == 12);
        std::vector<std::string> bytes;
        for (const std::string& name : folder.files("out"))
            bytes.push_back(bytes_of(folder / ("out/" + name)));
        if (first.empty()) first = bytes;
        CHECK(bytes == first);
    }
}

TEST_CASE("a format is planned and built once; many formats in turn are right too") {
    const TemporaryFolder folder;
    for (int round = 0; round < 2; ++round)
        for (std::size_t width = 1; width <= 8; ++width)
            folder.put("in/" + std::to_string(round) + std::to_string(width) + ".png",
                       made::png(width * 5, 4, 1));
    folder.put("in/z.png", made::png(40, 4, 1));  // the format before it
    Job job = job_of(folder, "invert");
    job.steps.in_flight = 1;
    Collect collect;
    REQUIRE(run_batch(job, device(), collect).done == 17);
    CHECK(collect.of("01.png")->seconds.build > 0);
    CHECK(collect.of("z.png")->seconds.build == 0);
    for (const FileReport& report : collect.reports) {
        const HostImage src = read(report.file.input.string());
        const HostImage dst = read(report.file.output.string());
        REQUIRE(dst.format() == src.format());
        for (std::size_t x = 0; x < src.format().width; ++x)
            CHECK(sample(dst.view(), x, 3, 0) == 255 - sample(src.view(), x, 3, 0));
    }
}

TEST_CASE("what cannot be saved as asked is that file's error and names the way out") {
    const TemporaryFolder folder;
    folder.put("in/deep.png", made::file("png", made::ramp({8, 8, 3, Pixel::u16}, 0, 60000)));
    folder.put("in/plain.png", made::png());
    folder.put("in/alpha.png", made::png(8, 8, 4));
    folder.put("in/signed.npy", made::file("npy", made::ramp({8, 8, 3, Pixel::i16}, 0, 600)));
    const Job job = job_of(folder, "normalize", "jpg");
    Collect collect;
    const Summary summary = run_batch(job, device(), collect);
    CHECK(summary.done == 3);
    CHECK(summary.failed == 1);
    CHECK(collect.of("signed.npy")->error.find("save: ") != std::string::npos);
    CHECK(folder.files("out") == std::vector<std::string>{"alpha.jpg", "deep.jpg", "plain.jpg"});
}

TEST_CASE("a colour profile goes from PNG to PNG and JPEG; its loss is a warning of the file") {
    const TemporaryFolder folder;
    HostImage image = made::ramp({8, 8, 3}, 0, 99);
    std::vector<std::uint8_t> profile(
        272, 0);  // a header and one tag, whose data is noise: libpng refuses what gets very small
    const auto put = [&](std::size_t at, const std::string& text) {
        std::copy(text.begin(), text.end(), profile.begin() + static_cast<std::ptrdiff_t>(at));
    };
    put(2, "\x01\x10");  // its size
    profile[8] = 4;
    put(12, "mntrRGB XYZ ");
    put(36, "acsp");
    put(68, std::string("\0\0\xF6\xD6\0\1\0\0\0\0\xD3\x2D", 12));  // D50
    profile[131] = 1;
    put(132, "desc");
    profile[139] = 144;
    profile[143] = 128;
    std::minstd_rand noise;
    for (std::size_t i = 144; i < profile.size(); ++i) profile[i] = static_cast<std::uint8_t>(noise());
    image.metadata.icc = profile;
    folder.put("in/a.png", made::file("png", image));
    REQUIRE(read((folder / "in/a.png").string()).metadata.icc == profile);
    for (const char* format : {"png", "jpg", "bmp"}) {
        CAPTURE(format);
        Collect collect;
        REQUIRE(run_batch(job_of(folder, "normalize", format), device(), collect).done == 1);
        const bool holds = std::string(format) != "bmp";
        const HostImage saved = read((folder / (std::string("out/a.") + format)).string());
        CHECK(saved.metadata.icc == (holds ? profile : std::vector<std::uint8_t>{}));
        CHECK(collect.reports.at(0).warnings.size() == (holds ? 0 : 1));
    }
}

TEST_CASE("a preview tells what would happen and touches nothing") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png(40, 20));
    folder.put("in/b.png", made::png(40, 20));
    folder.put("in/bad.png", "bad");
    folder.put("in/signed.npy", made::file("npy", made::ramp({8, 8, 3, Pixel::i16}, 0, 600)));
    folder.put("out/b.jpg", "old");
    const Job job = job_of(folder, "normalize", "jpg");
    const std::vector<Preview> previews = preview_batch(job, device().facts());
    REQUIRE(previews.size() == 4);
    CHECK(previews[0].status == FileStatus::done);
    CHECK(previews[0].input == ImageFormat{40, 20, 3});
    CHECK(previews[0].output == ImageFormat{40, 20, 3});
    CHECK(previews[0].device_bytes >= 40 * 20 * 4);
    CHECK(previews[1].status == FileStatus::failed);
    CHECK(previews[1].error.find("exists") != std::string::npos);
    CHECK(previews[2].status == FileStatus::failed);
    CHECK(previews[3].status == FileStatus::failed);
    CHECK(previews[3].error.find("save: ") != std::string::npos);
    CHECK(folder.files("out") == std::vector<std::string>{"b.jpg"});
    CHECK(bytes_of(folder / "out/b.jpg") == "old");
}

TEST_CASE("a picture that the pipeline refuses fails alone") {
    const TemporaryFolder folder;
    folder.put("in/large.png", made::png(64, 64, 1));
    folder.put("in/small.png", made::png(8, 8, 1));
    Collect collect;
    const Summary summary = run_batch(job_of(folder, "normalize region=32,32,16,16"), device(), collect);
    CHECK(summary.done == 1);
    CHECK(summary.failed == 1);
    CHECK(collect.of("small.png")->status == FileStatus::failed);
}

TEST_CASE(
    "with a limit of memory a picture goes in strips, or fails with what it would need, and others go on") {
    DeviceFacts facts = device().facts();
    facts.unified_memory = false;
    const Device with_own_memory = with_facts(device(), facts);
    for (const bool unified : {true, false}) {
        if (unified && !(device().facts().images() && device().facts().unified_memory)) continue;
        CAPTURE(unified);
        const Device& on = unified ? device() : with_own_memory;
        const TemporaryFolder folder;
        folder.put("in/large.ppm", made::file("ppm", made::ramp({1000, 2000, 3}, 10, 200)));
        folder.put("in/small.ppm", made::file("ppm", made::ramp({40, 30, 3}, 10, 200)));
        const auto job_with = [&](std::size_t pictures) {
            Job job = job_of(folder, "normalize");
            job.overwrite = Overwrite::always;
            // Image objects are not taken in place: there is a copy of all pixels.
            job.plan.storage = unified ? StorageChoice::image : StorageChoice::buffer;
            job.memory = {.pictures = pictures, .beside = 100 << 20, .device = std::size_t{1} << 30};
            return job;
        };
        const auto preview = [&](std::size_t pictures) {
            return preview_batch(job_with(pictures), on.facts()).at(0);
        };
        const auto run = [&](std::size_t pictures) {
            Collect collect;
            return run_batch(job_with(pictures), on, collect);
        };
        constexpr std::size_t plenty = 200 << 20, step = 1 << 20;
        std::size_t least = plenty;
        while (least > step && preview(least - step).status == FileStatus::done) least -= step;

        CHECK_FALSE(preview(plenty).in_strips);
        REQUIRE(run(plenty).done == 2);
        const std::string expected = bytes_of(folder / "out/large.ppm");
        CHECK(preview(least).in_strips);
        CHECK(preview(least).memory <= least);
        CHECK(preview(least).memory < preview(plenty).memory);
        CHECK(run(least).done == 2);
        CHECK(bytes_of(folder / "out/large.ppm") == expected);

        const Summary too_tight = run(least - step);
        CHECK(too_tight.done == 1);
        REQUIRE(too_tight.failures.size() == 1);
        CHECK(too_tight.failures[0].reason == preview(least - step).error);
        CHECK(too_tight.failures[0].reason.find("limit_memory leaves") != std::string::npos);

        // What nobody asked for is kept in the same way, and is said to be.
        const auto by_default = [&](std::size_t bytes) {
            Job job = job_with(bytes);
            job.memory.by_default = true;
            Collect collect;
            return run_batch(job, on, collect);
        };
        CHECK(by_default(std::size_t{32} << 30).done == 2);
        CHECK(bytes_of(folder / "out/large.ppm") == expected);
        CHECK(by_default(least).done == 2);
        CHECK(bytes_of(folder / "out/large.ppm") == expected);
        const Summary short_of_memory = by_default(least - step);
        REQUIRE(short_of_memory.failures.size() == 1);
        CHECK(short_of_memory.failures[0].reason.find("this machine's memory leave") != std::string::npos);
    }
}

TEST_CASE("further devices are opened for a run that has use for them, and told of when they were") {
    const TemporaryFolder folder;
    for (int i = 0; i < 40; ++i)
        folder.put("in/" + std::to_string(i) + ".png", made::file("png", made::ramp({64, 48, 3}, i, 200)));
    std::atomic<int> opened = 0;
    std::atomic<bool> can_be = true;
    const ClosedDevice another = {"another", [&] {
                                      ++opened;
                                      if (!can_be) throw Error(Error::Kind::device, "context", "it is busy");
                                      DeviceFacts facts = device().facts();
                                      facts.name = "another";
                                      facts.platform.clear();  // it is called that
                                      return with_facts(Device::pick(), facts);
                                  }};
    const auto run = [&](double patience, Collect& collect) {
        Job job = job_of(folder, "normalize");
        job.overwrite = Overwrite::always;
        job.steps = {.workers = 4, .in_flight = 1, .patience = patience};
        return run_batch(job, DeviceGroup{{device()}, {another}}, collect);
    };
    const std::string name = short_name(device().facts());
    Collect alone;
    CHECK(run(std::numeric_limits<double>::infinity(), alone).devices == std::vector{name});
    CHECK(opened == 0);
    CHECK(alone.reports.size() == 40);

    // Whether it is opened is up to the speed of codecs and device; what is said of it is true.
    Collect both;
    const Summary summary = run(0, both);
    CHECK(summary.done == 40);
    CHECK(summary.lost.empty());
    std::set<std::string> worked;
    for (const FileReport& report : both.reports)
        worked.insert(report.device == device().facts().name ? name : report.device);
    CHECK(std::set(summary.devices.begin(), summary.devices.end()) == worked);

    can_be = false;
    opened = 0;
    Collect refused;
    const Summary one = run(0, refused);
    CHECK(one.done == 40);
    CHECK(one.devices == std::vector{name});
    CHECK(one.lost.size() == static_cast<std::size_t>(opened));
    for (const std::string& lost : one.lost) CHECK(lost == "another cannot be opened: context: it is busy");
}
