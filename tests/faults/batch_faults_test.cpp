// A small batch, and an OpenCL call in it that fails: nothing crashes, no output is wrong, and what is said
// is so.
#include "io/read.hpp"
#include "pipeline/batch/job.hpp"
#include "pipeline/device/error/device_error.hpp"
#include "pipeline/device/inspect.hpp"
#include "tests/batch/collect.hpp"
#include "tests/batch/made.hpp"
#include "tests/faults/plan_faults.hpp"
#include "tests/skip.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdlib>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

using namespace sluice;

namespace {

using Files = std::map<std::string, std::string>;  // bytes by name

constexpr std::size_t pictures = 4;

struct Outcome {
    std::optional<Summary> summary;  // none: no device could be opened
    std::vector<FileReport> reports;
    Files outputs;
    unsigned long calls_to_open = 0, calls = 0, failed_calls = 0;
};

// Four pictures of two formats.
class Batch {
public:
    // `own_memory`: as if the device had memory of its own, with three queues and pinned memory.
    explicit Batch(bool own_memory = false, std::size_t side = 24, int of_each = 2)
        : own_memory_(own_memory) {
        for (int i = 0; i < of_each; ++i) {
            put("rgb" + std::to_string(i), made::ramp({side, side + 5, 3}, 10 + i, 200 - i));
            put("grey" + std::to_string(i), made::ramp({side + 7, side, 1}, 50 + i, 120));
        }
    }

    Outcome run(const Faults& faults) const {
        Job job{
            made::pipeline("normalize"), made::folder_to_folder(folder_ / "in", folder_ / "out"), {}, {}, {}};
        job.overwrite = Overwrite::always;
        std::filesystem::remove_all(folder_ / "out");
        Collect collect;
        Outcome outcome;
        const WithFaults layer(faults);
        try {
            Device device = Device::pick();
            if (own_memory_) {
                DeviceFacts facts = device.facts();
                facts.unified_memory = false;
                device = with_facts(device, facts);
            }
            outcome.calls_to_open = layer.calls();
            outcome.summary = run_batch(job, device, collect);
        } catch (const Error& error) {
            CHECK(error.kind() == Error::Kind::no_device);
        }
        outcome.calls = layer.calls();
        outcome.failed_calls = layer.failed();
        outcome.reports = collect.reports;
        for (const std::string& name : folder_.files("out"))
            outcome.outputs[name] = bytes_of(folder_ / ("out/" + name));
        return outcome;
    }

private:
    void put(const std::string& name, const HostImage& image) {
        folder_.put("in/" + name + ".png", made::file("png", image));
    }

    bool own_memory_;
    TemporaryFolder folder_;
};

std::string said(const Outcome& outcome) {
    std::string text;
    for (const FileReport& report : outcome.reports) {
        text += report.file.input.filename().string() + " " + std::string(name(report.status)) + " " +
                report.error + "\n";
        for (const std::string& warning : report.warnings) text += "    " + warning + "\n";
    }
    return text;
}

// What holds whatever has failed.
void check_honest(const Outcome& outcome, const Outcome& undisturbed) {
    CAPTURE(said(outcome));
    if (!outcome.summary) {
        CHECK(outcome.outputs.empty());
        return;
    }
    std::size_t done = 0;
    for (const FileReport& report : outcome.reports) {
        if (report.status == FileStatus::done) ++done;
        CHECK((report.status == FileStatus::failed) == !report.error.empty());
        CHECK((report.status == FileStatus::done) ==
              (outcome.outputs.count(report.file.output.filename().string()) == 1));
    }
    CHECK(outcome.summary->done == done);
    CHECK(outcome.summary->done + outcome.summary->failed + outcome.summary->left ==
          undisturbed.outputs.size());
    CHECK(outcome.outputs.size() == done);  // and so no temporary files
    for (const auto& output : outcome.outputs)
        CHECK_MESSAGE(output.second == undisturbed.outputs.at(output.first), output.first << " is wrong");
}

// One failure of a device that was open is made good.
void check_mended(const Outcome& outcome) {
    CAPTURE(said(outcome));
    REQUIRE(outcome.summary);
    CHECK(outcome.summary->done == pictures);
}

// Short of memory, twice; a queue that is gone; a kernel that crashed, as NVIDIA says it.
const int errors[] = {-4, -36, -5, -9999};
const Faults::Mode modes[] = {Faults::once, Faults::from, Faults::command};

void try_call(const Batch& batch, const Outcome& undisturbed, const Faults& faults) {
    INFO(text_of(faults));
    const Outcome outcome = batch.run(faults);
    check_honest(outcome, undisturbed);
    const bool once = faults.mode != Faults::from && faults.call > undisturbed.calls_to_open;
    if (once && outcome.failed_calls == 1) check_mended(outcome);
}

}  // namespace

TEST_CASE("a batch in which one call fails, or that one and all after it: some of the calls") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    std::size_t i = 0;
    for (const bool own_memory : {false, true}) {
        CAPTURE(own_memory);
        const Batch batch(own_memory);
        const Outcome undisturbed = batch.run({});
        REQUIRE(undisturbed.summary->done == pictures);
        for (unsigned long call = own_memory ? undisturbed.calls_to_open : 1; call <= undisturbed.calls;
             call += 23, ++i)
            try_call(batch, undisturbed, {modes[i % 3], call, errors[i % 4], 0, ""});
    }
}

// `./dev faults`
TEST_CASE("a batch in which one call fails, or that one and all after it: every call" * doctest::skip()) {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const char* asked = std::getenv("SLUICE_FAULTS_STEP");
    const unsigned long step = asked == nullptr ? 1 : std::strtoul(asked, nullptr, 10);
    REQUIRE(step > 0);
    for (const bool own_memory : {false, true}) {
        CAPTURE(own_memory);
        const Batch batch(own_memory);
        const Outcome undisturbed = batch.run({});
        REQUIRE(undisturbed.summary->done == pictures);
        MESSAGE(undisturbed.calls, " calls, ", undisturbed.calls_to_open, " of them to open the device");
        for (unsigned long call = own_memory ? undisturbed.calls_to_open : 1; call <= undisturbed.calls;
             call += step)
            for (const int error : {-4, -5, -36})
                for (const Faults::Mode mode : modes)
                    try_call(batch, undisturbed, {mode, call, error, 0, ""});
    }
}

TEST_CASE(
    "where large allocations fail, pictures go through in strips; where all do, files fail and the rest goes "
    "on") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Batch batch(false, 200);
    const Outcome undisturbed = batch.run({});
    REQUIRE(undisturbed.summary->done == pictures);
    const Outcome cut = batch.run({Faults::larger, 0, -4, 40000, ""});
    CAPTURE(said(cut));
    CHECK(cut.failed_calls > 0);
    check_honest(cut, undisturbed);
    CHECK(cut.summary->done == pictures);
    CHECK(said(cut).find("in strips") != std::string::npos);

    const Outcome none = batch.run({Faults::larger, 0, -4, 0, ""});
    CAPTURE(said(none));
    check_honest(none, undisturbed);
    CHECK(none.summary->done == 0);
    CHECK(said(none).find("clCreateBuffer") != std::string::npos);
}

TEST_CASE("a batch on a device that is lost ends, and says so once") {
    if (!has_layer()) return report_skip("the OpenCL loader knows no layers");
    const Batch batch(false, 24, 20);
    const Outcome undisturbed = batch.run({});
    REQUIRE(undisturbed.summary->done == 40);
    const Outcome lost = batch.run({Faults::from, undisturbed.calls_to_open + 100, -36, 0, ""});
    CAPTURE(said(lost));
    check_honest(lost, undisturbed);
    CHECK(lost.summary->failed >= 2);
    CHECK(lost.summary->left > 0);
    CHECK_FALSE(lost.summary->interrupted);
}
