// A device that hangs, is late or lies: each run ends by itself, and what is said is so.
#include "tests/apps/program.hpp"
#include "tests/faults/plan_faults.hpp"
#include "tests/skip.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const std::vector<std::string> names = {"a.png", "b.png", "c.png"};

class Folder {
public:
    Folder() {
        for (const std::string& name : names) scratch_.put("in/" + name, ramp(24, 30, 3, 10, 90));
    }
    // Where a fault is asked for, kernels are compiled already.
    Outcome batch(const std::vector<std::string>& environment, std::vector<std::string> more = {}) const {
        fs::remove_all(scratch_ / "out");
        const bool hangs = !environment.empty() && environment[0].starts_with("SLUICE_FAULT=");
        more.insert(more.begin(), {"batch", scratch_ / "in", "-o", scratch_ / "out", "--normalize", "minmax",
                                   "--device-timeout", hangs ? "1" : "60"});
        return sluice_program(more, {.environment = environment});
    }
    Outcome run(const std::vector<std::string>& environment) const {
        fs::remove_all(scratch_ / "out");
        return sluice_program(
            {"run", "load " + scratch_ / "in/a.png" + " | normalize | save " + scratch_ / "out.png",
             "--overwrite", "always", "--device-timeout", "1"},
            {.environment = environment});
    }
    std::vector<std::string> results() const { return scratch_.files("out"); }
    std::string result(const std::string& name) const {
        return bytes_of(fs::path(scratch_ / ("out/" + name)));
    }
    std::string path(const std::string& name) const { return scratch_ / name; }

private:
    Scratch scratch_;
};

std::vector<std::string> fault(const std::string& mode, unsigned long call, const std::string& entry = "") {
    return {"SLUICE_FAULT=" + mode, "SLUICE_FAULT_CALL=" + std::to_string(call),
            "SLUICE_FAULT_ENTRY=" + entry};
}

}  // namespace

TEST_CASE("a command that does not come back is named, and ends run with 3 and batch with 1") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Folder folder;
    REQUIRE(folder.batch({}).code == 0);  // and kernels are compiled
    for (const char* mode : {"hang", "hung-command"}) {
        CAPTURE(mode);
        const Outcome batch = folder.batch(fault(mode, 1, "clEnqueueNDRangeKernel"));
        CAPTURE(batch.err);
        CHECK(batch.code == 1);
        CHECK(contains(batch.err, " is lost: clEnqueueNDRangeKernel of 'pass' (normalize.stats)"));
        CHECK(contains(batch.err, "has not returned for 1 s (--device-timeout)"));
        CHECK(contains(batch.err, "with --isolate-device, only files at which a device hangs fail"));
        CHECK(folder.results().empty());
    }
    REQUIRE(folder.run({}).code == 0);
    const Outcome run = folder.run(fault("hung-command", 1, "clEnqueueNDRangeKernel"));
    CAPTURE(run.err);
    CHECK(run.code == 3);
    CHECK(contains(run.err, "the device is lost: clEnqueueNDRangeKernel"));
}

TEST_CASE("batch --device all: what a device had that hangs is done by another one") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Folder folder;
    const std::vector<std::string> more{"-v", "--device", "all"};
    const std::string two = "POCL_DEVICES=pthread basic";
    folder.batch({"POCL_DEVICES=basic"});  // its kernels are compiled
    const Outcome undisturbed = folder.batch({two}, more);
    CAPTURE(undisturbed.err);
    if (!contains(undisturbed.err, "device, if it is needed: CPU, 1 core (PoCL)"))
        return report_skip("PoCL is no platform of two devices here");
    REQUIRE(undisturbed.code == 0);
    const std::string expected = folder.result("b.png");
    for (const unsigned long call : {1, 3}) {
        std::vector<std::string> environment = fault("hung-command", call, "clEnqueueNDRangeKernel");
        environment.insert(environment.end(), {two, "SLUICE_FAULT_DEVICE=pthread"});
        const Outcome one = folder.batch(environment, more);
        CAPTURE(one.err);
        CHECK(one.code == 0);
        CHECK(contains(one.err, "3 done in "));
        CHECK(contains(one.err, "(--device-timeout); the run continued without it"));
        CHECK(folder.result("b.png") == expected);
    }
}

// All calls of one batch: a sample of them, or with `./dev faults` each.
TEST_CASE("whichever call hangs, a batch ends by itself, and its results are whole") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Folder folder;
    REQUIRE(folder.batch({"SLUICE_FAULT_COUNT=" + folder.path("calls")}).code == 0);
    const std::string expected = folder.result("a.png");
    const unsigned long calls = std::stoul(bytes_of(fs::path(folder.path("calls"))));
    const char* asked = std::getenv("SLUICE_FAULTS_STEP");
    const unsigned long step = asked != nullptr ? std::stoul(asked) : calls / 8 + 1;
    for (unsigned long call = 1; call <= calls; call += step)
        for (const char* mode : {"hang", "hung-command"}) {
            CAPTURE(call);
            CAPTURE(mode);
            const Outcome outcome = folder.batch(fault(mode, call));
            CAPTURE(outcome.err);
            CHECK((outcome.code == 0 || outcome.code == 1 || outcome.code == 3));
            if (outcome.code != 0) CHECK(contains(outcome.err, "(--device-timeout)"));
            for (const std::string& name : folder.results()) CHECK(folder.result(name) == expected);
            if (outcome.code == 0) CHECK(folder.results() == names);
        }
}

TEST_CASE("a device that is late changes nothing, and one that gives wrong bytes ends no run") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Folder folder;
    REQUIRE(folder.batch({}).code == 0);
    const std::string expected = folder.result("a.png");
    const Outcome late = folder.batch(fault("late", 1));
    CAPTURE(late.err);
    CHECK(late.code == 0);
    for (const std::string& name : names) CHECK(folder.result(name) == expected);

    const Outcome lies = folder.batch(fault("lie", 1));
    CAPTURE(lies.err);
    CHECK((lies.code == 0 || lies.code == 1));
    for (const std::string& name : folder.results()) CHECK(folder.result(name).starts_with("\x89PNG"));
    CHECK((folder.results().empty() || folder.result("a.png") != expected));
}
