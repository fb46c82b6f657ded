// `sluice doctor` on machines that lack something, each made by the environment of the process.
#include "apps/doctor/findings.hpp"
#include "apps/doctor/isolated.hpp"
#include "apps/doctor/report.hpp"
#include "tests/apps/program.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <stdexcept>

#include <unistd.h>

using namespace sluice;
using namespace sluice::apps;

namespace {

// With time for sanitizers and an empty cache.
Outcome doctor(const std::vector<std::string>& environment, const std::string& option = "--json") {
    return sluice_program({"doctor", "--limit", "200", option}, {.environment = environment});
}

std::vector<std::string> commands_of(const nlohmann::json& report) {
    std::vector<std::string> all;
    for (const nlohmann::json& finding : report.at("findings"))
        for (const nlohmann::json& command : finding.at("commands")) all.push_back(command);
    return all;
}

bool any_contains(const std::vector<std::string>& texts, const std::string& part) {
    return std::any_of(texts.begin(), texts.end(),
                       [&](const std::string& text) { return contains(text, part); });
}

// The machine's drivers and one of a library that there is not.
void put_drivers(const Scratch& folder) {
    for (const auto& entry : std::filesystem::directory_iterator("/etc/OpenCL/vendors"))
        std::filesystem::copy(entry.path(), folder / entry.path().filename().string());
    folder.put("gone.icd", "libgone-opencl.so.1\n");
}

Examination well() {
    Examination found;
    found.search = {.place = "/etc/OpenCL/vendors",
                    .exists = true,
                    .drivers = {{.file = "/etc/OpenCL/vendors/pocl.icd", .library = "libpocl.so.2"}}};
    found.platforms = {{"Portable Computing Language", "OpenCL 3.0", 1}};
    found.devices = {{.name = "CPU, 2 cores (PoCL)",
                      .chosen = true,
                      .costs = "costs: tuned on this device 2026-11-28",
                      .tuned = true,
                      .trials = {{.pipeline = "reduce u8", .storage = "buffer", .outcome = "right"},
                                 {.pipeline = "reduce u8", .storage = "image", .outcome = "right"}}}};
    found.cache = {.folder = "/c", .used = true, .writable = true, .free_bytes = std::uintmax_t{1} << 40};
    return found;
}

}  // namespace

TEST_CASE("where all is well, doctor tests every device and ends with 0") {
    const Outcome outcome = doctor({});
    INFO(outcome.out);
    CHECK(outcome.code == 0);
    CHECK(outcome.err.empty());
    const nlohmann::json report = outcome.json();
    CHECK(contains(report.at("loader").at("path"), "OpenCL"));
    REQUIRE(report.at("devices").size() > 0);
    for (const nlohmann::json& device : report.at("devices")) {
        CHECK(device.at("self_test").size() >= 3);
        for (const nlohmann::json& trial : device.at("self_test")) CHECK(trial.at("outcome") == "right");
    }
    REQUIRE(report.at("search").at("drivers").size() > 0);
    for (const nlohmann::json& driver : report.at("search").at("drivers"))
        CHECK(driver.at("error").is_null());
    if (const nlohmann::json& cache = report.at("kernel_cache"); !cache.is_null()) {
        CHECK(cache.at("writable") == true);
        CHECK(cache.at("bytes") > 0);  // the self-test has compiled its kernels there
        CHECK(cache.at("programs") > 0);
    }
}

TEST_CASE("a device that was not measured, or whose file is no use, is advice") {
    Examination found = well();
    CHECK(contains(doctor_text(found, findings(found), 100), "costs: tuned on this device 2026-11-28"));
    found.devices[0].tuned = false;
    found.devices[0].index = 3;
    REQUIRE(findings(found).size() == 1);
    CHECK_FALSE(findings(found)[0].hinders);
    CHECK(contains(findings(found)[0].what, "was not measured"));
    CHECK(findings(found)[0].commands[0] == "sluice tune --device 3");
    found.devices[0].unused_tuning = "the tuning of the device, 'a.json', is not used: it is no JSON object";
    REQUIRE(findings(found).size() == 1);
    CHECK(contains(findings(found)[0].what, "it is no JSON object"));
    found.devices[0].missing = "it has no compiler";  // then it is no use to measure it
    for (const Finding& finding : findings(found)) CHECK_FALSE(contains(finding.todo, "Measure"));
}

TEST_CASE("doctor shows the same to people") {
    const Outcome outcome = doctor({}, "--quiet");
    CHECK(outcome.code == 0);
    for (const char* heading :
         {"Loader ", "Drivers ", "Platforms ", "Devices ", "Kernel cache", "Self-test "})
        CHECK_MESSAGE(contains(outcome.out, heading), outcome.out);
    CHECK(contains(outcome.out, ": chosen, "));
    CHECK(contains(outcome.out, "All is well"));
}

TEST_CASE("without a driver, doctor ends with 3 and says what to unset or to install") {
    const Outcome outcome = doctor(without_devices().environment);
    INFO(outcome.out);
    CHECK(outcome.code == 3);
    CHECK(any_contains(commands_of(outcome.json()), "unset OCL_ICD_VENDORS"));
    CHECK(outcome.json().at("devices").empty());

    const Scratch folder;  // empty
    const Outcome bare = doctor({"OCL_ICD_VENDORS=" + folder / ""}, "--quiet");
    CHECK(bare.code == 3);
    CHECK(contains(bare.out, "there is no device to test"));
    CHECK(contains(bare.out, "which names no driver"));
}

TEST_CASE("an .icd file that names a missing library hinders, whatever else there is") {
    const Scratch folder;
    put_drivers(folder);
    const Outcome outcome = doctor({"OCL_ICD_VENDORS=" + folder / ""});
    INFO(outcome.out);
    CHECK(outcome.code == 1);
    const nlohmann::json report = outcome.json();
    CHECK(contains(report.at("findings").at(0).at("what"), "libgone-opencl.so.1"));
    CHECK(any_contains(commands_of(report), "rm " + folder / "gone.icd"));
    CHECK(report.at("usable_device") == true);

    const Scratch alone;
    const Outcome none =
        doctor({"OCL_ICD_VENDORS=" + alone.put("gone.icd", "libgone-opencl.so.1\n")}, "--quiet");
    CHECK(none.code == 3);
    CHECK(contains(none.out, "libgone-opencl.so.1"));
    CHECK(contains(none.out, "Found 1 problem:"));
}

TEST_CASE("an empty POCL_CACHE_DIR ends no command, and doctor says to unset it") {
    const Outcome outcome = doctor({"POCL_CACHE_DIR="});
    INFO(outcome.out);
    CHECK(outcome.code == 1);
    CHECK(any_contains(commands_of(outcome.json()), "unset POCL_CACHE_DIR"));
    CHECK(outcome.json().at("usable_device") == true);
    CHECK(sluice_program({"devices"}, {.environment = {"POCL_CACHE_DIR="}}).code == 0);
}

TEST_CASE("a kernel cache that cannot be written is named, with the way to make it so") {
    const Outcome outcome = doctor({"POCL_CACHE_DIR=/proc/nobody/writes/here"});
    INFO(outcome.out);
    const nlohmann::json report = outcome.json();
    CHECK(outcome.code == (report.at("usable_device") ? 1 : 3));
    CHECK(report.at("kernel_cache").at("writable") == false);
    CHECK(report.at("kernel_cache").at("from") == "POCL_CACHE_DIR");
    CHECK(any_contains(commands_of(report), "chown"));
    CHECK(any_contains(commands_of(report), "export POCL_CACHE_DIR="));
}

TEST_CASE("a SLUICE_DEVICE that names no device hinders") {
    const Outcome outcome = doctor({"SLUICE_DEVICE=no such device"});
    CHECK(outcome.code == 1);
    CHECK(any_contains(commands_of(outcome.json()), "unset SLUICE_DEVICE"));
}

TEST_CASE("other commands without a device name the doctor") {
    const Scratch folder;
    const std::string chain =
        "load " + folder.put("a.png", ramp(8, 8, 1, 0, 9)) + " | save " + folder / "b.png";
    for (const std::vector<std::string>& words : {std::vector<std::string>{"run", chain}, {"devices"}}) {
        const Outcome outcome = sluice_program(words, without_devices());
        CHECK(outcome.code == 3);
        CHECK_MESSAGE(contains(outcome.err, "'sluice doctor'"), outcome.err);
    }
}

TEST_CASE("a process that crashes or hangs takes nobody along, and what it sent before counts") {
    using namespace std::chrono_literals;
    std::vector<std::string> lines;
    const auto take = [&](const std::string& line) { lines.push_back(line); };
    const Ending crash = in_child(
        100s,
        [](const Send& send) {
            send("before");
            std::fputs("first\nlast words\n", stderr);
            std::fflush(stderr);
            ::signal(SIGUSR1, SIG_DFL);
            ::raise(SIGUSR1);
        },
        take);
    CHECK(crash.signal == SIGUSR1);
    CHECK(contains(crash.text(100s), "last words"));
    CHECK(lines == std::vector<std::string>{"before"});
    const Ending hang = in_child(
        100ms, [](const Send&) { ::pause(); }, take);
    CHECK(hang.late);
    CHECK(hang.text(100ms) == "gave no answer within 100 ms");
    const Ending error = in_child(
        100s, [](const Send&) { throw std::runtime_error("what it was"); }, take);
    CHECK(error.text(100s) == "failed: what it was");
    const Ending good = in_child(
        100s, [](const Send& send) { send("a"), send("b"); }, take);
    CHECK(good.well());
    CHECK(lines.size() == 3);
}

TEST_CASE("nothing is found where all is well") {
    CHECK(findings(well()).empty());
    CHECK(has_usable_device(well()));
}

TEST_CASE("an NVIDIA GPU is registered, or its library installed") {
    Examination found = well();
    found.hardware.nvidia_kernel_driver = true;
    REQUIRE(findings(found).size() == 1);
    CHECK(findings(found)[0].hinders);
    CHECK(findings(found)[0].commands.back() ==
          "echo libnvidia-opencl.so.1 | sudo tee /etc/OpenCL/vendors/nvidia.icd");
    found.root = true;
    CHECK_FALSE(contains(findings(found)[0].commands.back(), "sudo"));

    found.hardware.nvidia_library_error = "no such file";
    CHECK(findings(found)[0].commands.front() == "apt-get install nvidia-opencl-icd");
}

TEST_CASE("a device with wrong results hinders; one that fails in buffers cannot be used") {
    Examination found = well();
    Trial& image = found.devices[0].trials[1];
    image.outcome = "wrong", image.detail = "the sum is 1 and should be 2";
    REQUIRE(findings(found).size() == 1);
    CHECK(findings(found)[0].hinders);
    CHECK(contains(findings(found)[0].what, "computes wrong results: reduce u8 (image): the sum is 1"));
    CHECK(contains(findings(found)[0].commands[0], "--storage buffer"));
    CHECK(has_usable_device(found));

    found.devices[0].trials[0].outcome = "failed";
    CHECK_FALSE(has_usable_device(found));
}

TEST_CASE("a test that had no time is told, and hinders nothing") {
    Examination found = well();
    found.devices[0].trials[1].outcome = "not run";
    REQUIRE(findings(found).size() == 1);
    CHECK_FALSE(findings(found)[0].hinders);
    CHECK(findings(found)[0].commands[0] == "sluice doctor --limit 60");
    const std::string text = doctor_text(found, findings(found), 100);
    CHECK_MESSAGE(contains(text, "No problems were found, but 1 test did not run.\n"), text);
    CHECK_FALSE(contains(text, "All is well"));
    CHECK(doctor_json(found, findings(found)).at("tests_not_run") == 1);
    found.devices[0].trials[1].outcome = "right";
    CHECK(contains(doctor_text(found, findings(found), 100), "All is well.\n"));
}

TEST_CASE(
    "a bare machine is told to install PoCL, and a platform without a device hinders where it is the only "
    "one") {
    Examination found = well();
    found.devices.clear();
    found.platforms[0].devices = 0;
    REQUIRE(findings(found).size() == 1);
    CHECK(findings(found)[0].hinders);
    CHECK(findings(found)[0].commands[0] == "unset POCL_DEVICES");

    found.platforms.clear();
    found.search.drivers.clear();
    REQUIRE(findings(found).size() == 1);
    CHECK(findings(found)[0].commands[0] == "sudo apt-get install ocl-icd-libopencl1 pocl-opencl-icd");
}

TEST_CASE("names in commands are quoted for the shell") {
    Examination found = well();
    found.cache.folder = "/a b/it's";
    found.cache.writable = false;
    CHECK(contains(findings(found)[0].commands[1], "mkdir -p '/a b/it'\\''s'"));
}
