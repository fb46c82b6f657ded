#include "pipeline/device/find/choose.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

using namespace sluice;
using namespace sluice::test;
using Type = DeviceFacts::Type;

namespace {

DeviceEntry entry(const std::string& name, Type type, std::size_t units, const std::string& missing = "") {
    DeviceEntry entry;
    entry.facts.name = name;
    entry.facts.platform = "Platform of " + name;
    entry.facts.type = type;
    entry.facts.compute_units = units;
    entry.missing = missing;
    return entry;
}

const std::vector<DeviceEntry> mixed = {
    entry("Big CPU", Type::cpu, 64),
    entry("Small GPU", Type::gpu, 8),
    entry("Large GPU", Type::gpu, 132),
    entry("Large GPU", Type::gpu, 132),
    entry("Broken GPU", Type::gpu, 500, "its driver has no compiler"),
    entry("Board", Type::accelerator, 999),
};

std::size_t chosen(const std::string& spec) { return choose_device(mixed, {spec, ""}).index; }

std::string refusal(const std::vector<DeviceEntry>& devices, const std::string& spec,
                    const std::string& from = "", const std::string& hint = "") {
    return error_of([&] { choose_device(devices, {spec, from}, hint); }, Error::Kind::no_device);
}

}  // namespace

TEST_CASE("a GPU is chosen before others, then the one with the most compute units, then the first") {
    CHECK(chosen("") == 2);
    CHECK(choose_device(mixed, {}).reason == "a GPU before others, the most compute units");
    CHECK(choose_device({mixed[2], mixed[3]}, {}).reason == "the first of equals");
    CHECK(choose_device({mixed[0]}, {}).reason == "the only usable device");
    CHECK(choose_device({mixed[0], mixed[5]}, {}).index == 1);
    CHECK(choose_device({mixed[0], mixed[1]}, {}).index == 1);
}

TEST_CASE("a device is chosen by its index, its type or a part of its name or platform") {
    CHECK(chosen("0") == 0);
    CHECK(chosen("3") == 3);
    CHECK(chosen("cpu") == 0);
    CHECK(chosen("GPU") == 2);
    CHECK(chosen("small") == 1);
    CHECK(chosen("platform of board") == 5);
    CHECK(chosen("cpu, 64 cores") == 0);  // as it is shown
    CHECK(choose_device(mixed, {"0", ""}).reason == "asked for");
    CHECK(choose_device(mixed, {"gpu", "SLUICE_DEVICE"}).reason ==
          "by SLUICE_DEVICE, the most compute units");
}

TEST_CASE("a part of several names takes the best by the rule") {
    CHECK(chosen("l") == 2);  // "Small", "Large", "Platform"
    CHECK(chosen("large") == 2);
}

TEST_CASE("a device that lacks something is never chosen, and the refusal says what it lacks") {
    CHECK(refusal({mixed[4]}, "") ==
          "no OpenCL device can be used; there are: 0 (Broken GPU: its driver has no compiler); 'sluice "
          "doctor' says more");
    CHECK(starts_with(refusal(mixed, "4"),
                      "no OpenCL device that is '4' can be used; there are: 0 (Big CPU), "));
    CHECK(starts_with(refusal(mixed, "broken"), "no OpenCL device that is 'broken' can be used"));
}

TEST_CASE("an unknown device is refused with those that there are") {
    CHECK(refusal({mixed[0], mixed[1]}, "h100") ==
          "no OpenCL device is 'h100'; there are: 0 (Big CPU), 1 (Small GPU)");
    CHECK(starts_with(refusal(mixed, "6"), "no OpenCL device is '6'; there are: "));
    CHECK(starts_with(refusal(mixed, "00"), "no OpenCL device is '00'; there are: "));
    CHECK(starts_with(refusal(mixed, "99999999999999999999999"), "no OpenCL device is '9999"));
    CHECK(starts_with(refusal({mixed[0]}, "gpu"), "no OpenCL device is 'gpu'; there are: 0 (Big CPU)"));
    CHECK(starts_with(refusal(mixed, "h100", "SLUICE_DEVICE"), "SLUICE_DEVICE: no OpenCL device is 'h100'"));
}

TEST_CASE("without any device, the refusal says how to get one") {
    const std::string way =
        "no OpenCL device: install a driver, or PoCL to run on the CPU (Debian: pocl-opencl-icd)";
    const std::string more = "; 'sluice doctor' says more";
    CHECK(refusal({}, "") == way + more);
    CHECK(refusal({}, "gpu", "SLUICE_DEVICE") == way + more);
    CHECK(refusal({}, "", "", "a hint") == way + "; a hint" + more);
}

TEST_CASE("the environment names the device where the caller does not") {
    {
        const Variable variable("SLUICE_DEVICE", "cpu");
        CHECK(device_wish("").spec == "cpu");
        CHECK(device_wish("").from == "SLUICE_DEVICE");
        CHECK(device_wish("gpu").spec == "gpu");
        CHECK(device_wish("gpu").from.empty());
    }
    const Variable variable("SLUICE_DEVICE", "");
    CHECK(device_wish("").spec.empty());
}
