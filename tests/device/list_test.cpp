#include "pipeline/core/device_name.hpp"
#include "tests/device/support.hpp"

#include <doctest/doctest.h>

#include <algorithm>

using namespace sluice;
using namespace sluice::test;

namespace {

DeviceEntry chosen_of(const std::vector<DeviceEntry>& devices) {
    for (const DeviceEntry& entry : devices)
        if (entry.chosen) return entry;
    return {};
}

}  // namespace

TEST_CASE("the list of devices counts from 0, and one of them is the one that a pick takes") {
    const Variable none("SLUICE_DEVICE", nullptr);
    const std::vector<DeviceEntry> devices = list_devices();
    REQUIRE_FALSE(devices.empty());
    for (std::size_t i = 0; i < devices.size(); ++i) CHECK(devices[i].index == i);
    CHECK(std::count_if(devices.begin(), devices.end(), [](const auto& d) { return d.chosen; }) == 1);
    const DeviceEntry chosen = chosen_of(devices);
    CHECK_FALSE(chosen.reason.empty());
    CHECK(chosen.missing.empty());
    CHECK(Device::pick().facts().name == chosen.facts.name);
}

TEST_CASE("the facts of a device are plausible") {
    for (const DeviceEntry& entry : list_devices()) {
        if (!entry.missing.empty()) continue;
        const DeviceFacts& facts = entry.facts;
        INFO(facts.name);
        CHECK_FALSE(facts.name.empty());
        CHECK_FALSE(facts.vendor.empty());
        CHECK_FALSE(facts.driver.empty());
        CHECK_FALSE(facts.platform.empty());
        CHECK(starts_with(facts.version, "OpenCL "));
        CHECK(facts.compute_units >= 1);
        CHECK(facts.global_bytes >= (std::size_t{1} << 26));
        CHECK(facts.max_allocation >= facts.global_bytes / 8);  // OpenCL asks for a quarter, some hide a part
        CHECK(facts.max_allocation <= facts.global_bytes);
        CHECK(facts.local_bytes >= 32 * 1024);
        CHECK(facts.max_work_group >= 64);
        CHECK(facts.images() == (facts.max_image_width >= 2048 && facts.max_image_height >= 2048));
        const bool packed =
            std::count(entry.formats.begin(), entry.formats.end(), "RGBA/UNSIGNED_INT32") == 1;
        CHECK(packed == facts.packed_texels);
        for (const std::string& texel : facts.natural_texels)
            CHECK(std::count(entry.formats.begin(), entry.formats.end(), texel) == 1);
        if (facts.images())  // those that OpenCL 1.2 asks of every device with image objects
            for (const char* type : {"UNSIGNED_INT8", "UNSIGNED_INT16", "SIGNED_INT8", "SIGNED_INT16",
                                     "SIGNED_INT32", "HALF_FLOAT", "FLOAT"})
                CHECK(std::count(facts.natural_texels.begin(), facts.natural_texels.end(),
                                 std::string("RGBA/") + type) == 1);
    }
}

TEST_CASE("a device is picked by index, by type and by a part of its name in any case") {
    const DeviceEntry chosen = chosen_of(list_devices());
    std::string shouted = chosen.facts.name.substr(1, 6);
    for (char& c : shouted) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
    const std::string type = chosen.facts.type == DeviceFacts::Type::gpu ? "gpu" : "cpu";
    CHECK(Device::pick(std::to_string(chosen.index)).facts().name == chosen.facts.name);
    CHECK(Device::pick(shouted).facts().name == chosen.facts.name);
    CHECK(Device::pick(type).facts().name == chosen.facts.name);
}

TEST_CASE("of all devices of a kind the best is open and the others can be opened") {
    const Variable none("SLUICE_DEVICE", nullptr);
    const std::vector<DeviceEntry> devices = list_devices();
    const DeviceEntry best = chosen_of(devices);
    std::vector<std::string> names{best.facts.name}, shown{short_name(best.facts)};
    for (const DeviceEntry& entry : devices)
        if (entry.index != best.index && entry.missing.empty() && entry.facts.type == best.facts.type) {
            names.push_back(entry.facts.name);
            shown.push_back(short_name(entry.facts));
        }
    DeviceGroup group = Device::all();
    REQUIRE(group.open.size() == 1);
    CHECK(group.open.front().facts().name == names.front());
    REQUIRE(group.closed.size() == names.size() - 1);
    for (std::size_t i = 0; i < group.closed.size(); ++i) CHECK(group.closed[i].name == shown[i + 1]);
    group.closed.push_back({"broken", []() -> Device { throw Error(Error::Kind::device, "", "it is"); }});
    group.closed.push_back({"the same", [] { return Device::pick(); }});
    group.open_all();
    CHECK(group.closed.empty());
    REQUIRE(group.open.size() == names.size() + 1);
    for (std::size_t i = 0; i < names.size(); ++i) CHECK(group.open[i].facts().name == names[i]);
}

TEST_CASE("SLUICE_DEVICE names the device, and what it names wrongly is told") {
    const DeviceEntry chosen = chosen_of(list_devices());
    {
        const Variable variable("SLUICE_DEVICE", "0");
        CHECK(Device::pick().facts().name == list_devices()[0].facts.name);
        CHECK(starts_with(list_devices()[0].reason, "by SLUICE_DEVICE"));
    }
    const Variable variable("SLUICE_DEVICE", "a device that nobody has");
    const std::string text = error_of([] { Device::pick(); }, Error::Kind::no_device);
    CHECK(starts_with(text, "SLUICE_DEVICE: no OpenCL device is 'a device that nobody has'; there are: 0 ("));
    CHECK(contains(text, chosen.facts.name));
    CHECK_FALSE(chosen_of(list_devices()).chosen);
    CHECK(Device::pick("0").facts().name == list_devices()[0].facts.name);
}

TEST_CASE("an unknown device is refused with those that there are") {
    const std::string text = error_of([] { Device::pick("4711"); }, Error::Kind::no_device);
    CHECK(starts_with(text, "no OpenCL device is '4711'; there are: 0 ("));
}
