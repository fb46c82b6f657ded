// Folders of real files through a whole batch: what is done equals the reference, what is not has a reason.
#include "pipeline/batch/job.hpp"

#include "io/read.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/made.hpp"
#include "tests/reference/compare.hpp"
#include "tests/reference/normalize.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>

using namespace sluice;
namespace fs = std::filesystem;

namespace {

const fs::path corpora = SLUICE_TEST_CORPORA;

FilePipeline normalize() {
    Graph graph = wrapped(Graph::from_chain("normalize"), made::registry());
    set_everywhere(graph, "load", "max_pixels", std::string("4000000"));
    Diagnostics faults;
    FilePipeline pipeline(graph, made::registry(), faults);
    REQUIRE(faults.ok());
    return pipeline;
}

// All as PNG; the folders have a.png beside a.jpg.
Job job_of(const std::string& corpus, const TemporaryFolder& folder) {
    ListOptions options;
    options.recursive = true;
    options.glob = "*";
    Diagnostics faults;
    const Listing listing = list_inputs({(corpora / corpus).string()}, options);
    const OutputRules rules{.folder = folder / "out", .name = "{index}-{stem}.png"};
    Job job{normalize(), map_outputs(listing.files, rules, faults), {}, {}, {}};
    REQUIRE_MESSAGE(faults.ok(), faults.text());
    job.steps.workers = 2;
    return job;
}

void check_results(const Job& job, const Collect& collect, const TemporaryFolder& folder) {
    REQUIRE(collect.reports.size() == job.files.size());
    std::size_t done = 0;
    for (const FileReport& report : collect.reports) {
        CAPTURE(report.file.input);
        CHECK((report.status == FileStatus::done) == report.error.empty());
        if (report.status != FileStatus::done) continue;
        ++done;
        const HostImage image = read(report.file.input.string());
        if (!is_integer(image.format().pixel)) continue;  // saved as u16: see the tests of convert
        const HostImage result = read(report.file.output.string());
        const auto difference =
            reference::compare(result.view(), reference::minmax(image.view()).image.view());
        CHECK_MESSAGE(difference.none(), difference.text);
    }
    CHECK(folder.files("out").size() == done);
}

}  // namespace

TEST_CASE("JPEG and PNG files come out of a batch as the reference has them, on both storages") {
    if (!fs::is_directory(corpora)) return report_skip("there are no corpora beside the project");
    const Device device = Device::pick();
    for (const StorageChoice storage : {StorageChoice::buffer, StorageChoice::image}) {
        if (storage == StorageChoice::image && !device.facts().images()) continue;
        std::size_t done = 0;
        for (const char* corpus : {"photo_jpeg", "photo_jpeg_camera", "photo_png", "pngsuite",
                                   "jpeg_variants", "exif_orientation", "icc_exif"}) {
            CAPTURE(corpus);
            const TemporaryFolder folder;
            Job job = job_of(corpus, folder);
            job.plan.storage = storage;
            Collect collect;
            done += run_batch(job, device, collect).done;
            check_results(job, collect, folder);
        }
        CHECK(done > 90);
    }
}

TEST_CASE("broken and hostile files fail one by one, each with a reason, and leave nothing behind") {
    if (!fs::is_directory(corpora)) return report_skip("there are no corpora beside the project");
    const Device device = Device::pick();
    for (const char* corpus : {"broken", "hostile", "fuzz", "other_formats"}) {
        CAPTURE(corpus);
        const TemporaryFolder folder;
        const Job job = job_of(corpus, folder);
        Collect collect;
        const Summary summary = run_batch(job, device, collect);
        CHECK(summary.failed > 0);
        CHECK(summary.done + summary.failed == job.files.size());
        check_results(job, collect, folder);
    }
}
