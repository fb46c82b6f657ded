// Runs that go on with what an earlier one recorded.
#include "pipeline/batch/fingerprint.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/batch/manifest.hpp"
#include "pipeline/batch/preview.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/made.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <thread>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

// Collects, and writes the manifest.
class Recorded : public Collect {
public:
    explicit Recorded(Manifest& manifest) : manifest_(manifest) {}
    void finished(const FileReport& report) override {
        manifest_.finished(report);
        Collect::finished(report);
    }

private:
    Manifest& manifest_;
};

struct Outcome {
    std::size_t done, skipped, failed;
    bool operator==(const Outcome&) const = default;
};

// As `batch --resume --manifest m.jsonl`.
Outcome resume(const TemporaryFolder& folder, const std::string& chain = "invert",
               Overwrite overwrite = Overwrite::never) {
    Job job{made::pipeline(chain), made::folder_to_folder(folder / "in", folder / "out"), overwrite, {}, {}};
    Manifest manifest(folder / "m.jsonl", "d", fingerprint(job.pipeline), Manifest::Begin::go_on);
    job.record = &manifest.record();
    Recorded observer(manifest);
    const Summary summary = run_batch(job, made::unchanged, observer);
    return {summary.done, summary.skipped, summary.failed};
}

// Two inputs that were done, and a moment later.
void two_done(const TemporaryFolder& folder) {
    folder.put("in/a.png", made::png());
    folder.put("in/b.png", made::png());
    CHECK(resume(folder) == Outcome{2, 0, 0});
    std::this_thread::sleep_for(std::chrono::milliseconds(20));  // file systems count in ticks
}

std::size_t lines(const TemporaryFolder& folder) {
    const std::string text = bytes_of(folder / "m.jsonl");
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

}  // namespace

TEST_CASE("what was done and has not changed is left as it is, and gets no second line") {
    const TemporaryFolder folder;
    two_done(folder);
    const auto time = fs::last_write_time(folder / "out/a.png");
    for (const Overwrite overwrite : {Overwrite::never, Overwrite::newer, Overwrite::always})
        CHECK(resume(folder, "invert", overwrite) == Outcome{0, 2, 0});
    CHECK(fs::last_write_time(folder / "out/a.png") == time);
    CHECK(lines(folder) == 2);
    folder.put("in/c.png", made::png());
    CHECK(resume(folder) == Outcome{1, 2, 0});
    CHECK(lines(folder) == 3);
}

TEST_CASE("what is missing or has changed is done anew, and nothing else") {
    const TemporaryFolder folder;
    two_done(folder);
    SUBCASE("the output is gone") { fs::remove(folder / "out/a.png"); }
    SUBCASE("the output was changed") { folder.put("out/a.png", "other"); }
    SUBCASE("the output lost its end") { fs::resize_file(folder / "out/a.png", 10); }
    SUBCASE("the input was changed") { folder.put("in/a.png", made::png()); }
    CHECK(resume(folder) == Outcome{1, 1, 0});
    CHECK(bytes_of(folder / "out/a.png") == made::png());
    CHECK(resume(folder) == Outcome{0, 2, 0});
}

TEST_CASE("other options do all anew") {
    const TemporaryFolder folder;
    two_done(folder);
    CHECK(resume(folder, "invert | save compression=9") == Outcome{2, 0, 0});
    CHECK(resume(folder, "invert | save compression=9") == Outcome{0, 2, 0});
    CHECK(resume(folder, "invert | save compression=9 durable=true") == Outcome{0, 2, 0});
    CHECK(resume(folder) == Outcome{2, 0, 0});
}

TEST_CASE("an output whose line a kill prevented is done anew, one that was there before is not touched") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    folder.put("in/before.png", made::png());
    folder.put("out/before.png", "of the user's");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    CHECK(resume(folder) == Outcome{1, 0, 1});
    const std::string first = bytes_of(folder / "m.jsonl");
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    folder.put("in/lost.png", made::png());
    folder.put("out/lost.png", "not vouched for");
    CHECK(resume(folder) == Outcome{1, 1, 1});
    CHECK(bytes_of(folder / "out/lost.png") == made::png());
    CHECK(bytes_of(folder / "out/before.png") == "of the user's");
    CHECK(resume(folder, "invert", Overwrite::always) == Outcome{1, 2, 0});
    CHECK(bytes_of(folder / "out/before.png") == made::png());
    CHECK(resume(folder) == Outcome{0, 3, 0});
}

TEST_CASE("a file that failed is tried again") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    folder.put("in/b.png", "no picture");
    CHECK(resume(folder) == Outcome{1, 0, 1});
    CHECK(resume(folder) == Outcome{0, 1, 1});
    folder.put("in/b.png", made::png());
    CHECK(resume(folder) == Outcome{1, 1, 0});
}

TEST_CASE("an input that changes while it is read is done anew by the next run") {
    const TemporaryFolder folder;
    folder.put("in/a.png", made::png());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    {
        Job job{made::pipeline("invert"), made::folder_to_folder(folder / "in", folder / "out"), {}, {}, {}};
        Manifest manifest(folder / "m.jsonl", "d", fingerprint(job.pipeline));
        Recorded observer(manifest);
        const auto change = [&](const Decoded& decoded, FileReport& report) {
            folder.put("in/a.png", made::png());
            return made::unchanged(decoded, report);
        };
        CHECK(run_batch(job, change, observer).done == 1);
    }
    CHECK(resume(folder) == Outcome{1, 0, 0});
    CHECK(resume(folder) == Outcome{0, 1, 0});
}

TEST_CASE("durable outputs in new folders are as others") {
    const TemporaryFolder folder;
    folder.put("in/a/b/c.png", made::png());
    CHECK(resume(folder, "invert | save durable=true") == Outcome{1, 0, 0});
    CHECK(bytes_of(folder / "out/a/b/c.png") == made::png());
}
