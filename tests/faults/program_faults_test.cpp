// The program in front of a device that fails: what it says, its exit code, and what it leaves in a folder.
#include "tests/apps/program.hpp"
#include "tests/faults/plan_faults.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

namespace {

struct Result {
    Outcome outcome;
    std::vector<std::string> files;
};

Surroundings with(const std::string& mode, unsigned long call, int error, const std::string& entry) {
    return {.environment = {"SLUICE_FAULT=" + mode, "SLUICE_FAULT_CALL=" + std::to_string(call),
                            "SLUICE_FAULT_ERROR=" + std::to_string(error), "SLUICE_FAULT_ENTRY=" + entry}};
}

class Folder {
public:
    Folder() {
        for (int i = 0; i < 2; ++i) {
            scratch_.put("in/rgb" + std::to_string(i) + ".png", ramp(24, 30, 3, 10, 90));
            scratch_.put("in/grey" + std::to_string(i) + ".png", ramp(31, 20, 1, 20, 150));
        }
    }
    Result batch(const Surroundings& around) const {
        std::filesystem::remove_all(scratch_ / "out");
        Outcome outcome = sluice_program(
            {"batch", "-q", scratch_ / "in", "-o", scratch_ / "out", "--normalize", "minmax"}, around);
        return {std::move(outcome), scratch_.files("out")};
    }
    Result run(const Surroundings& around) const {
        std::filesystem::remove_all(scratch_ / "out");
        scratch_.put("out/keep", "");
        Outcome outcome = sluice_program(
            {"run", "load " + scratch_ / "in/rgb0.png" + " | normalize | save " + scratch_ / "out/a.png"},
            around);
        return {std::move(outcome), scratch_.files("out")};
    }

private:
    Scratch scratch_;
};

void put_pictures(const Scratch& folder) {
    for (unsigned i = 0; i < 30; ++i)
        folder.put("in/" + std::to_string(i) + (i % 3 == 0 ? ".jpg" : ".png"), noise(200 + i % 2, 150, 3, i));
}

const std::vector<std::string> all = {"grey0.png", "grey1.png", "rgb0.png", "rgb1.png"};

}  // namespace

TEST_CASE("batch: a failure that passes costs a warning; all outputs are there, exit code 0") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Folder folder;
    const Result short_of_memory = folder.batch(with("once", 3, -4, "clCreateBuffer"));
    CHECK(short_of_memory.outcome.code == 0);
    CHECK(short_of_memory.files == all);
    const Result crashed = folder.batch(with("command", 2, -9999, "clEnqueueNDRangeKernel"));
    CHECK(crashed.outcome.code == 0);
    CHECK(crashed.files == all);
}

TEST_CASE("batch: files that fail are named, exit code 1; without a device it is 3") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Folder folder;
    // A picture takes three launches: none is done.
    const Result lost = folder.batch(with("from", 3, -36, "clEnqueueNDRangeKernel"));
    CAPTURE(lost.outcome.err);
    CHECK(lost.outcome.code == 1);
    CHECK(lost.files.empty());
    // Of files that fail alike, three are named and the rest is counted.
    CHECK(std::count_if(all.begin(), all.end(),
                        [&](const std::string& name) { return contains(lost.outcome.err, name); }) == 3);
    CHECK(contains(lost.outcome.err, "failed: " + std::to_string(all.size() - 3) + " more file"));
    CHECK(contains(lost.outcome.err, "clEnqueueNDRangeKernel"));

    const Result none = folder.batch(with("from", 1, -6, "clCreateContext"));
    CAPTURE(none.outcome.err);
    CHECK(none.outcome.code == 3);
    CHECK(contains(none.outcome.err, "CL_OUT_OF_HOST_MEMORY"));
    CHECK(none.files.empty());
}

TEST_CASE("run: a failure is said with call and stage, exit code 3, and nothing is written") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Folder folder;
    for (const char* entry :
         {"clCreateBuffer", "clEnqueueNDRangeKernel", "clSetKernelArg", "clWaitForEvents"}) {
        const Result result = folder.run(with("once", 1, -5, entry));
        CAPTURE(result.outcome.err);
        CHECK(result.outcome.code == 3);
        CHECK(contains(result.outcome.err, entry));
        CHECK(result.files == std::vector<std::string>{"keep"});
    }
}

TEST_CASE("batch --device all: a device that is lost is dropped, and its files are done by the other") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Scratch folder;
    put_pictures(folder);
    // With a limit all are opened at once.
    const auto batch = [&](const std::string& out, std::vector<std::string> environment) {
        environment.emplace_back("POCL_DEVICES=pthread basic");
        return sluice_program(
            {"batch", folder / "in", "-o", folder / out, "--device", "all", "--jobs", "4", "--normalize",
             "minmax", "--limit-memory", "8G", "--manifest", folder / (out + ".jsonl")},
            {.environment = environment});
    };
    const Outcome both = batch("both", {});
    CAPTURE(both.err);
    if (!contains(both.err, "CPU, 1 core (PoCL)"))
        return report_skip("PoCL is no platform of two devices here");
    REQUIRE(both.code == 0);
    CHECK(contains(both.err, "30 done in "));
    CHECK_FALSE(contains(both.err, "lost"));
    std::set<std::string> devices;
    for (const auto& line : json_lines(bytes_of(std::filesystem::path(folder / "both.jsonl"))))
        devices.insert(line.at("device").get<std::string>());
    CHECK(devices.size() == 2);

    // While the device is at its first pictures. It may be that it gets no further one, and is not dropped.
    std::size_t dropped = 0;
    for (const std::string call : {"8", "14", "20", "26", "32"}) {
        CAPTURE(call);
        std::filesystem::remove_all(folder / "one");
        std::filesystem::remove(folder / "one.jsonl");
        const Outcome one = batch("one", {"SLUICE_FAULT=from", "SLUICE_FAULT_CALL=" + call,
                                          "SLUICE_FAULT_ERROR=-36", "SLUICE_FAULT_DEVICE=basic"});
        CAPTURE(one.err);
        CHECK(one.code == 0);
        CHECK(contains(one.err, "30 done in "));
        const bool lost = contains(one.err, " is lost: ");
        if (lost) ++dropped;
        CHECK(contains(one.err, "the run continued without it") == lost);
        CHECK(folder.files("one") == folder.files("both"));
        for (const std::string& name : folder.files("both"))
            CHECK_MESSAGE(bytes_of(std::filesystem::path(folder / ("one/" + name))) ==
                              bytes_of(std::filesystem::path(folder / ("both/" + name))),
                          name);
    }
    CHECK(dropped > 0);
}

TEST_CASE(
    "batch --device all: when the first device is lost another one is opened; when that fails, it is over") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Scratch folder;
    put_pictures(folder);
    const auto batch = [&](const std::string& out, std::vector<std::string> environment) {
        environment.emplace_back("POCL_DEVICES=pthread basic");
        return sluice_program({"batch", "-v", folder / "in", "-o", folder / out, "--device", "all",
                               "--normalize", "minmax", "--manifest", folder / (out + ".jsonl")},
                              {.environment = environment});
    };
    const Outcome undisturbed = batch("both", {"SLUICE_FAULT_COUNT=" + folder / "calls"});
    CAPTURE(undisturbed.err);
    if (!contains(undisturbed.err, "): pthread-") ||
        !contains(undisturbed.err, "device, if it is needed: CPU, 1 core (PoCL)"))
        return report_skip("PoCL is no platform of two devices here");
    REQUIRE(undisturbed.code == 0);

    const Outcome one = batch("one", {"SLUICE_FAULT=from", "SLUICE_FAULT_CALL=20", "SLUICE_FAULT_ERROR=-36",
                                      "SLUICE_FAULT_DEVICE=pthread"});
    CAPTURE(one.err);
    CHECK(one.code == 0);
    CHECK(contains(one.err, "30 done in "));
    CHECK(contains(one.err, " on CPU, "));
    CHECK(contains(one.err, " is lost: "));
    CHECK(contains(one.err, "the run continued without it"));
    for (const std::string& name : folder.files("both"))
        CHECK_MESSAGE(bytes_of(std::filesystem::path(folder / ("one/" + name))) ==
                          bytes_of(std::filesystem::path(folder / ("both/" + name))),
                      name);
    std::size_t by_the_other = 0;
    for (const auto& line : json_lines(bytes_of(std::filesystem::path(folder / "one.jsonl"))))
        if (!line.at("device").get<std::string>().starts_with("pthread-")) ++by_the_other;
    CHECK(by_the_other > 0);

    const unsigned long calls = std::stoul(bytes_of(std::filesystem::path(folder / "calls")));
    const Outcome none = batch("none", {"SLUICE_FAULT=from", "SLUICE_FAULT_CALL=" + std::to_string(calls / 2),
                                        "SLUICE_FAULT_ERROR=-6"});
    CAPTURE(none.err);
    CHECK(none.code == 1);
    CHECK(contains(none.err, " is lost: "));
    CHECK(contains(none.err, " cannot be opened: "));
    CHECK(contains(none.err, "CL_OUT_OF_HOST_MEMORY"));
}
