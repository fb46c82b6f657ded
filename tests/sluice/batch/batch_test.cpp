// sluice::Batch, as an application uses it.
#include "io/write.hpp"
#include "pipeline/graph/registry.hpp"
#include "pipeline/graph/stage_builder.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/sluice/devices.hpp"
#include "tests/temporary_folder.hpp"

#include <sluice/batch.hpp>
#include <sluice/sluice.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

using namespace sluice;
using namespace sluice::test;

namespace {

using Names = std::vector<std::string>;
const Graph invert = Graph::from_chain("invert");

void put(const TemporaryFolder& folder, const std::string& name, std::uint8_t level = 40) {
    HostImage image(ImageFormat{8, 4, 1, Pixel::u8});
    for (std::size_t y = 0; y < 4; ++y) std::fill_n(image.as<std::uint8_t>(y), 8, level);
    folder.put(name, "");
    write((folder / name).string(), image.view());
}

// Pictures "in/0.pgm" and so on.
void put_some(const TemporaryFolder& folder, int count) {
    for (int i = 0; i < count; ++i) put(folder, "in/" + std::to_string(i) + ".pgm");
}

Batch batch_of(const TemporaryFolder& folder, BatchOptions options = {}, const Graph& graph = invert) {
    return Batch(graph, {folder / "in"}, folder / "out", std::move(options));
}

}  // namespace

TEST_CASE("pictures go through a host function, and one that it refuses fails alone") {
    const TemporaryFolder folder;
    put(folder, "in/a.pgm", 40);
    put(folder, "in/b.pgm", 7);
    put(folder, "in/c.pgm", 90);
    Registry stages = builtin_stages();
    stages.add(
        host_stage<>("strict", "Refuses what is dark.")
            .compute([](const NoParams&, const std::vector<ConstHostView>& images, const HostView& dst) {
                if (*images[0].row(0) == std::byte{7}) throw std::runtime_error("it is too dark");
                for (std::size_t y = 0; y < 4; ++y) std::copy_n(images[0].row(y), 8, dst.row(y));
            }));
    const Batch batch(Graph::from_chain("strict | invert"), {folder / "in"}, folder / "out", {}, stages);
    const Summary summary = batch.run(device());
    CHECK(summary.done == 2);
    REQUIRE(summary.failures.size() == 1);
    CHECK(summary.failures[0].reason.find("strict: it is too dark") != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(folder / "out/b.pgm"));
    CHECK(std::filesystem::exists(folder / "out/c.pgm"));
}

TEST_CASE("a batch tells of each file, in numbers that end where they should") {
    const TemporaryFolder folder;
    put(folder, "in/a.pgm");
    put(folder, "in/sub/b.pgm");
    folder.put("in/broken.pgm", "P5 8 4 255 too short");
    std::vector<std::string> said;
    std::map<std::string, FileReport> reports;
    BatchProgress last;
    std::size_t calls = 0, before = 0;
    BatchOptions options;
    options.recursive = true;
    options.jobs = 2;
    options.progress = [&](const BatchProgress& at) {
        CHECK(at.files == 3);
        CHECK(at.finished == before + (at.file != nullptr ? 1 : 0));
        before = at.finished;
        if (at.file != nullptr) reports.emplace(at.file->file.input.filename().string(), *at.file);
        last = at;
        ++calls;
    };
    options.log = [&](const LogMessage& message) {
        if (message.severity >= LogMessage::Severity::warning)
            said.push_back(std::string(name(message.severity)) + " " + message.where + ": " + message.text);
    };
    const Batch batch = batch_of(folder, options);
    CHECK(batch.files().size() == 3);
    CHECK(folder.files("out").empty());  // nothing is done before it runs

    const Summary summary = batch.run(device());
    CHECK(summary.done == 2);
    CHECK(summary.failed == 1);
    CHECK_FALSE(summary.interrupted);
    CHECK(calls == 6);  // begun and finished
    CHECK(last.finished == 3);
    CHECK(last.finished_bytes == last.bytes);
    CHECK(folder.files("out") == Names{"a.pgm", "sub/b.pgm"});
    REQUIRE(reports.size() == 3);
    const FileReport& done = reports.at("b.pgm");
    CHECK(name(done.status) == "done");
    CHECK(done.file.output == folder / "out/sub/b.pgm");
    CHECK(done.output_bytes == std::filesystem::file_size(done.file.output));
    CHECK(done.seconds.total > 0);
    CHECK_FALSE(done.copied);
    CHECK(reports.at("broken.pgm").status == FileStatus::failed);
    REQUIRE(said.size() == 1);
    CHECK(said[0] == "error " + (folder / "in/broken.pgm").string() + ": " + reports.at("broken.pgm").error);
}

TEST_CASE("a batch is stopped: files at hand are finished, the others are left") {
    const TemporaryFolder folder;
    put_some(folder, 30);
    std::stop_source stop;
    BatchOptions options;
    options.jobs = 1;
    options.in_flight = 1;
    options.progress = [&](const BatchProgress& at) {
        if (at.finished == 2) stop.request_stop();
    };
    const Summary summary = batch_of(folder, options).run(device(), stop.get_token());
    CHECK(summary.interrupted);
    CHECK(summary.done >= 2);
    CHECK(summary.left > 0);
    CHECK(summary.done + summary.left == 30);
    CHECK(folder.files("out").size() == summary.done);  // whole, and nothing beside them

    std::stop_source early;
    early.request_stop();
    options.overwrite = Overwrite::skip;
    const Summary none = batch_of(folder, options).run(device(), early.get_token());
    CHECK(none.left == 30);
    options.progress = {};
    const Summary rest = batch_of(folder, options).run(device());
    CHECK(rest.done == summary.left);
    CHECK(rest.skipped == summary.done);
}

TEST_CASE("options and changes of the pipeline do what they say") {
    const TemporaryFolder folder;
    put(folder, "in/a.pgm", 10);
    put(folder, "in/b.png", 20);
    BatchOptions options;
    options.glob = "*.pgm";
    options.name = "{stem}-{index:3}.{ext}";
    options.format = "png";
    options.set = {{"brightness.amount", 0.5}, {"save.compression", std::int64_t{0}}};
    const Graph graph = Graph::from_chain("brightness 0.1");
    CHECK(batch_of(folder, options, graph).run(device()).done == 1);
    CHECK(folder.files("out") == Names{"a-001.png"});
    // The same again: a result that is there is an error, unless it is asked for.
    CHECK(batch_of(folder, options, graph).run(device()).failed == 1);
    options.overwrite = Overwrite::always;
    CHECK(batch_of(folder, options, graph).run(device()).done == 1);
    // What does not change is copied.
    BatchOptions copies;
    copies.name = "copy.{ext}";
    copies.glob = "*.png";
    CHECK(batch_of(folder, copies, Graph::from_chain("flip axis=x | flip axis=x")).run(device()).copied == 1);
    CHECK(bytes_of(folder / "out/copy.png") == bytes_of(folder / "in/b.png"));
}

TEST_CASE("a run that was ended goes on by its manifest") {
    const TemporaryFolder folder;
    put_some(folder, 3);
    BatchOptions options;
    options.manifest = folder / "run.jsonl";
    CHECK(batch_of(folder, options).run(device()).done == 3);
    const std::string lines = bytes_of(options.manifest);
    CHECK(std::count(lines.begin(), lines.end(), '\n') == 3);
    put(folder, "in/9.pgm");
    const std::string fault = error_of([&] { batch_of(folder, options); });
    CHECK(fault.find("exists from an earlier run; .resume = true continues that run, .overwrite = "
                     "Overwrite::skip adds "
                     "to it") != std::string::npos);
    options.resume = true;
    const Batch again = batch_of(folder, options);
    const Summary summary = again.run(device());
    CHECK(summary.skipped == 3);
    CHECK(summary.done == 1);
    CHECK(again.run(device()).skipped == 4);  // a value: it may run once more
}

TEST_CASE("what is wrong is said before anything is done, in the words of the library") {
    const TemporaryFolder folder;
    put(folder, "in/a.gif.pgm");
    put(folder, "in/a.pgm");
    put(folder, "in/a.png");
    const auto fault = [&](BatchOptions options, const Graph& graph = invert) {
        return error_of([&] { batch_of(folder, std::move(options), graph); });
    };
    const auto has = [](const std::string& text, const std::string& part) {
        INFO(text);
        return text.find(part) != std::string::npos;
    };
    CHECK(has(fault({.format = "png"}), ".name = \"{stem}-{index}.{ext}\" tells them apart"));
    CHECK(has(fault({.name = "{stm}"}), "name: there is no field {stm}"));
    CHECK(has(fault({.format = "psd"}), "format: sluice cannot write PSD"));
    CHECK(has(fault({.in_flight = 0}), "in_flight: 0 is outside [1, 64]"));
    CHECK(has(fault({.jobs = 5000}), "jobs: 5000 is outside [0, 1024]"));
    CHECK(has(fault({.device_timeout = -1}), "device_timeout: -1 is outside [0, "));
    CHECK(has(fault({.glob = "*.tif"}), "glob '*.tif' matches no file"));
    CHECK(has(fault({.resume = true}), "resume needs manifest FILE"));
    CHECK(has(fault({.manifest = folder / "in/a.png"}), "is an input or an output"));
    CHECK(has(fault({.set = {{"resize.width", 1.0}}}), "resize"));
    CHECK(has(fault({}, Graph::from_chain("gamma exponent=1e9")), "gamma.exponent"));
    CHECK(has(fault({}, Graph::from_chain("load x.png | invert")), "would read the same files each time"));
    CHECK(has(error_of([&] { Batch(invert, {}, folder / "out"); }), "there are no inputs"));
    CHECK(has(error_of([&] { Batch(invert, {folder / "in"}, ""); }), "output is empty"));
    CHECK(has(error_of([&] { Batch(invert, {folder / "in"}, folder / "in"); }), "would overwrite the input"));
    CHECK(has(error_of([&] { batch_of(folder, {.limit_memory = 1 << 20}).run(device()); }),
              ".limit_memory = 1048576: the program and its OpenCL driver take up to"));
    Batch moved = batch_of(folder);
    const Batch there = std::move(moved);
    CHECK(has(error_of([&] { static_cast<void>(moved.files()); }), "is empty, because it was moved from"));
    CHECK(folder.files("out").empty());
}

TEST_CASE("what progress throws ends the run and comes out of it") {
    const TemporaryFolder folder;
    put_some(folder, 10);
    BatchOptions options;
    options.jobs = 1;
    options.progress = [](const BatchProgress& at) {
        if (at.finished == 1) throw std::string("enough");
    };
    CHECK_THROWS_AS(batch_of(folder, options).run(device()), std::string);
    CHECK(folder.files("out").size() < 10);
}

TEST_CASE("an application hears one thing at a time, and keeps its own stages") {
    const TemporaryFolder folder;
    put_some(folder, 12);
    std::mutex hearing;
    bool together = false;
    const auto alone = [&] {
        const std::unique_lock lock(hearing, std::try_to_lock);
        if (!lock.owns_lock()) together = true;
        std::this_thread::yield();
    };
    BatchOptions options;
    options.jobs = 4;
    options.progress = [&](const BatchProgress&) { alone(); };
    options.log = [&](const LogMessage&) { alone(); };
    std::optional<Registry> stages(builtin_stages());
    const Batch batch(invert, {folder / "in"}, folder / "out", options, *stages);
    stages.reset();
    CHECK(batch.run(DeviceGroup{{device(), devices()[1]}}).done == 12);
    CHECK_FALSE(together);
}

TEST_CASE("a pipeline's file may have the options of its batch; what a program gives goes before them") {
    const TemporaryFolder folder;
    put_some(folder, 2);
    put(folder, "in/sub/c.pgm");
    const Graph graph = Graph::from_text(
        "sluice: 1\nbatch: {recursive: yes, format: png, name: '{stem}-x.{ext}', limit_memory: 2G,\n"
        "        overwrite: newer, storage: buffer, in_flight: 3}\nstages: [invert: ]\n",
        "p.yaml");
    BatchOptions options = options_in(graph);
    CHECK(options.recursive);
    CHECK(options.limit_memory == std::size_t{2} << 30);
    CHECK(options.overwrite == Overwrite::newer);
    CHECK(options.storage == StorageChoice::buffer);
    CHECK(options.in_flight == 3);
    CHECK(options.jobs == 0);
    const Batch batch(graph, {folder / "in"}, folder / "out");
    CHECK(batch.run(device()).done == 3);
    CHECK(folder.files("out") == Names{"0-x.png", "1-x.png", "sub/c-x.png"});
    options.recursive = false;
    options.format = "bmp";
    CHECK(Batch(graph, {folder / "in"}, folder / "few", options).run(device()).done == 2);
    CHECK(folder.files("few") == Names{"0-x.bmp", "1-x.bmp"});
}

TEST_CASE("wrong options in a pipeline's file are refused by whoever takes it, with its other faults") {
    const TemporaryFolder folder;
    put_some(folder, 1);
    const Graph graph = Graph::from_text(
        "sluice: 1\nbatch:\n  in-flight: 2\n  limit_memory: 2\nstages:\n  - gamma: {exponent: two}\n",
        "p.yaml");
    CHECK_FALSE(options_in(graph).limit_memory > 0);
    const std::string faults =
        "p.yaml:3:3: batch: there is no option 'in-flight' (did you mean 'in_flight'?)\n"
        "p.yaml:4:3: batch.limit_memory: '2' would be 2 bytes; with a unit it is 2M or 2G\n"
        "p.yaml:6:13: gamma.exponent: 'two' is not a number";
    CHECK(error_of([&] { Batch(graph, {folder / "in"}, folder / "out"); }) == faults);
    CHECK(error_of([&] { Plan(graph, ImageFormat{8, 4, 1, Pixel::u8}, device()); }) == faults);
}

TEST_CASE("a batch tells what it would do, and what it is made of, and does nothing") {
    const TemporaryFolder folder;
    put_some(folder, 2);
    put(folder, "out/0.pgm");
    folder.put("in/broken.pgm", "P5");
    BatchOptions options;
    options.limit_memory = std::size_t{4} << 30;
    options.expect = [](const ImageFormat&) {};
    const Batch batch = batch_of(folder, options, Graph::from_chain("resize 16x8 | invert"));
    CHECK(batch.pipeline() == "load | resize width=16 height=8 | invert | save");
    CHECK(batch.options().overwrite == Overwrite::never);
    CHECK(batch.options().limit_memory == options.limit_memory);
    const BatchPreview preview = batch.preview(device());
    REQUIRE(preview.files.size() == 3);
    const Preview &exists = preview.files[0], &done = preview.files[1], &broken = preview.files[2];
    CHECK(exists.status == FileStatus::failed);
    CHECK(exists.error.find("exists") != std::string::npos);
    CHECK(done.status == FileStatus::done);
    CHECK(done.input->width == 8);
    CHECK(done.output->width == 16);
    CHECK(done.device_bytes > 0);
    CHECK(done.memory > 0);
    CHECK(broken.status == FileStatus::failed);
    CHECK(preview.room > 0);
    CHECK(preview.room + preview.beside < options.limit_memory);
    batch.warm_up(device());
    CHECK(folder.files("out") == Names{"0.pgm"});
    CHECK(batch_of(folder).preview(device()).room == 0);
}

TEST_CASE("what an application sets aside is not left for pictures") {
    const TemporaryFolder folder;
    put_some(folder, 1);
    BatchOptions options;
    options.limit_memory = std::size_t{4} << 30;
    const std::size_t all = batch_of(folder, options).preview(device()).room;
    std::size_t offered = 0, calls = 0;
    constexpr std::size_t mine = std::size_t{256} << 20;
    options.set_aside = [&](std::size_t bytes, bool limited) {
        offered = bytes;
        ++calls;
        CHECK(limited);
        return mine;
    };
    const std::size_t rest = batch_of(folder, options).preview(device()).room;
    CHECK(calls == 1);
    CHECK(offered == all);
    CHECK(rest < all - mine / 2);
    CHECK(batch_of(folder, options).run(device()).done == 1);
    CHECK(calls == 2);
}

TEST_CASE("an application looks at pictures before and after") {
    const TemporaryFolder folder;
    put_some(folder, 1);
    BatchOptions options;
    options.glimpse = [](const ConstHostView& image) {
        Glimpse glimpse;
        glimpse.low = std::to_integer<int>(*image.row(0));
        return glimpse;
    };
    std::vector<double> seen;
    options.progress = [&](const BatchProgress& at) {
        if (at.file != nullptr) seen = {at.file->before->low, at.file->after->low};
    };
    batch_of(folder, options).run(device());
    CHECK(seen == std::vector<double>{40, 215});
}

TEST_CASE("a manifest may go to stdout, unless a result does, and cannot be resumed from there") {
    const TemporaryFolder folder;
    put_some(folder, 2);
    const std::string lines = (folder / "lines").string();
    std::fflush(stdout);
    const int kept = ::dup(STDOUT_FILENO);
    const int file = ::open(lines.c_str(), O_WRONLY | O_CREAT, 0600);
    ::dup2(file, STDOUT_FILENO);
    std::size_t beside = 0;
    const auto to_stdout = [&](const std::function<void()>& write) {
        ++beside;
        write();
    };
    const Summary summary = batch_of(folder, {.manifest = "-", .to_stdout = to_stdout}).run(device());
    ::dup2(kept, STDOUT_FILENO);
    ::close(file);
    ::close(kept);
    CHECK(summary.done == 2);
    std::ifstream stream(lines);
    std::size_t count = 0;
    for (std::string line; std::getline(stream, line); ++count) CHECK(line.starts_with("{\"path\":"));
    CHECK(count == 2);
    CHECK(beside == 2);
    CHECK_FALSE(std::filesystem::exists("-"));
    const auto fault = [&](const std::filesystem::path& output, const BatchOptions& options) {
        return error_of([&] { Batch(invert, {folder / "in/0.pgm"}, output, options); });
    };
    CHECK(fault("-", {.format = "pgm", .manifest = "-"}).find("is an input or an output") !=
          std::string::npos);
    CHECK(fault(folder / "new", {.manifest = "-", .resume = true}) ==
          "batch: resume needs manifest FILE, the manifest of the run to continue");
}
