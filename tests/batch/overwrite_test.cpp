// Results that exist, before a run or beside it.
#include "pipeline/batch/job.hpp"

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

TEST_CASE("with overwrite skip results that exist stay, are no failure, and their inputs are not read") {
    const TemporaryFolder folder;
    folder.put("in/a.png", "this is no picture");
    folder.put("in/b.png", made::png());
    folder.put("out/a.png", "old");
    Collect collect;
    const Summary summary = made::run(folder, collect, Overwrite::skip);
    CHECK(summary.done == 1);
    CHECK(summary.skipped == 1);
    CHECK(summary.failed == 0);
    CHECK(collect.of("a.png")->error == "'" + (folder / "out/a.png").string() + "' exists");
    CHECK(bytes_of(folder / "out/a.png") == "old");
    CHECK(bytes_of(folder / "out/b.png") == made::png());
}

TEST_CASE("a result that comes into its place while the picture is on its way stays") {
    for (const Overwrite overwrite :
         {Overwrite::never, Overwrite::skip, Overwrite::newer, Overwrite::always}) {
        CAPTURE(name(overwrite));
        const TemporaryFolder folder;
        folder.put("in/a.png", made::png());
        const Job job{made::pipeline("invert"),
                      made::folder_to_folder(folder / "in", folder / "out"),
                      overwrite,
                      {},
                      {}};
        const auto meanwhile = [&](Decoded decoded, FileReport& report) {
            folder.put("out/a.png", "another run's");
            return made::unchanged(std::move(decoded), report);
        };
        Collect collect;
        const Summary summary = run_batch(job, meanwhile, collect);
        const FileReport& report = *collect.of("a.png");
        const bool replaced = overwrite == Overwrite::always;
        CHECK(summary.done == (replaced ? 1 : 0));
        CHECK(summary.failed == (overwrite == Overwrite::never ? 1 : 0));
        CHECK(bytes_of(folder / "out/a.png") == (replaced ? made::png() : "another run's"));
        if (overwrite == Overwrite::never)
            CHECK(report.error.find("' exists; .overwrite = Overwrite::skip") != std::string::npos);
        if (overwrite == Overwrite::skip) CHECK(report.error.ends_with("' exists"));
        if (overwrite == Overwrite::newer) CHECK(report.error.ends_with("' is up to date"));
        CHECK(folder.files("out").size() == 1);
    }
}

TEST_CASE("of runs on one folder at once each result is done by one") {
    for (const bool old : {false, true}) {
        CAPTURE(old);
        const TemporaryFolder folder;
        constexpr std::size_t files = 60, runs = 3;
        for (std::size_t i = 0; i < files; ++i) {
            const std::string name = std::to_string(i) + ".png";
            folder.put("in/" + name, made::png(64, 64));
            if (!old) continue;
            const fs::path output = folder.put("out/" + name, "old");
            fs::last_write_time(output, fs::last_write_time(output) - std::chrono::hours(1));
        }
        const Overwrite overwrite = old ? Overwrite::newer : Overwrite::never;
        Collect collect[runs];
        Summary summaries[runs];
        {
            std::vector<std::jthread> threads;
            for (std::size_t i = 0; i < runs; ++i)
                threads.emplace_back([&, i] { summaries[i] = made::run(folder, collect[i], overwrite); });
        }
        std::size_t done = 0, rest = 0;
        for (const Summary& summary : summaries) {
            done += summary.done;
            rest += old ? summary.skipped : summary.failed;
        }
        CHECK(done == files);
        CHECK(rest == (runs - 1) * files);
        CHECK(folder.files("out").size() == files);
        for (const std::string& name : folder.files("out"))
            CHECK(bytes_of(folder / ("out/" + name)) == made::png(64, 64));
    }
}
