// --isolate-device: what a device that hangs, or a driver that ends its process, costs.
#include "tests/apps/program.hpp"
#include "tests/faults/plan_faults.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

class IsolatedFolder {
public:
    IsolatedFolder() {
        for (int i = 0; i < 4; ++i)
            scratch_.put("in/" + std::to_string(i) + ".png",
                         ramp(24 + static_cast<std::size_t>(i), 30, 3, 10, 90));
        REQUIRE(batch({}, {}, "expected").code == 0);  // and kernels are compiled
    }
    Outcome batch(const std::vector<std::string>& environment, std::vector<std::string> more,
                  const std::string& out = "out") const {
        fs::remove_all(scratch_ / out);
        more.insert(more.begin(), {"batch", scratch_ / "in", "-o", scratch_ / out, "--normalize", "minmax"});
        return sluice_program(more, {.environment = environment});
    }
    Outcome isolated(const std::string& mode, unsigned long call, std::vector<std::string> more = {}) const {
        fs::remove(scratch_ / "m.jsonl");
        more.insert(more.end(), {"--isolate-device", "--manifest", scratch_ / "m.jsonl", "--device-timeout",
                                 mode == "end" ? "60" : "1"});
        return batch({"SLUICE_FAULT=" + mode, "SLUICE_FAULT_CALL=" + std::to_string(call),
                      "SLUICE_FAULT_ENTRY=clEnqueueNDRangeKernel"},
                     more);
    }
    Outcome run(const std::string& mode) const {
        return sluice_program(
            {"run",
             "load " + scratch_ / "in/0.png" + " | normalize mode=minmax | save " + scratch_ / "out.png",
             "--isolate-device", "--overwrite", "always", "--device-timeout", "1"},
            {.environment = {"SLUICE_FAULT=" + mode, "SLUICE_FAULT_CALL=1",
                             "SLUICE_FAULT_ENTRY=clEnqueueNDRangeKernel"}});
    }
    // Those that are there are whole, and nothing else is.
    std::size_t whole_results() const {
        const std::vector<std::string> names = scratch_.files("out");
        for (const std::string& name : names)
            CHECK(bytes_of(fs::path(scratch_ / ("out/" + name))) ==
                  bytes_of(fs::path(scratch_ / ("expected/" + name))));
        return names.size();
    }
    std::vector<nlohmann::json> lines() const { return json_lines(bytes_of(fs::path(scratch_ / "m.jsonl"))); }
    std::string path(const std::string& name) const { return scratch_ / name; }

private:
    Scratch scratch_;
};

}  // namespace

TEST_CASE("if a child ends for another reason than its files, no file fails") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const IsolatedFolder folder;
    for (const char* mode : {"end", "hung-command"}) {
        CAPTURE(mode);
        const Outcome outcome = folder.isolated(mode, 7);  // which no child gets to that has one file
        CAPTURE(outcome.err);
        CHECK(outcome.code == 0);
        CHECK(contains(outcome.err, "4 done in "));
        CHECK(folder.whole_results() == 4);
        CHECK(folder.lines().size() == 4);
    }
}

TEST_CASE("if each file ends its child, each is a failure, and the batch ends") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const IsolatedFolder folder;
    for (const char* mode : {"end", "hang", "hung-command"}) {
        CAPTURE(mode);
        const Outcome outcome = folder.isolated(mode, 1);
        CAPTURE(outcome.err);
        CHECK(outcome.code == 1);
        CHECK(contains(outcome.err, "0 done, 4 failed"));
        CHECK(contains(outcome.err, mode == std::string("end")
                                        ? ".png: the process that processed it ended with SIGKILL"
                                        : ".png: the device hangs: clEnqueueNDRangeKernel of 'pass' "
                                          "(normalize.stats) has not returned for 1 s (--device-timeout)"));
        CHECK(folder.whole_results() == 0);
        REQUIRE(folder.lines().size() == 4);
        for (const auto& line : folder.lines()) CHECK(line["status"] == "failed");
    }
}

TEST_CASE("the failures that a batch may have end it in children, too") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const IsolatedFolder folder;
    const Outcome outcome = folder.isolated("end", 1, {"--max-failures", "1"});
    CAPTURE(outcome.err);
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "0 done, 2 failed, 2 left"));
    const Outcome rest =
        folder.batch({}, {"--isolate-device", "--manifest", folder.path("m.jsonl"), "--resume"});
    CAPTURE(rest.err);
    CHECK(rest.code == 0);
    CHECK(folder.whole_results() == 4);
}

TEST_CASE("run --isolate-device says how its child ended, and leaves nothing") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const IsolatedFolder folder;
    const Outcome ended = folder.run("end");
    CAPTURE(ended.err);
    CHECK(ended.code == 3);
    CHECK(contains(ended.err, "the process that ran the pipeline ended with SIGKILL"));
    const Outcome hung = folder.run("hung-command");
    CAPTURE(hung.err);
    CHECK(hung.code == 3);
    CHECK(contains(
        hung.err,
        "the device is lost: clEnqueueNDRangeKernel of 'pass' (normalize.stats) has not returned for 1 s"));
    CHECK(!fs::exists(folder.path("out.png")));
}
