#include "pipeline/device/find/choose.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <string_view>

namespace sluice {
namespace {

using Type = DeviceFacts::Type;

bool contains(const std::string& text, const std::string& part) {
    return lower_case(text).find(lower_case(part)) != std::string::npos;
}

bool is_index(const std::string& spec) {
    return std::all_of(spec.begin(), spec.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
}

int rank(Type type) { return type == Type::gpu ? 2 : type == Type::accelerator ? 1 : 0; }

std::string_view type_name(Type type) {
    return type == Type::gpu ? "a GPU" : type == Type::accelerator ? "an accelerator" : "a CPU";
}

// Whether the wish can mean the device at `index`.
bool meant(const DeviceEntry& device, std::size_t index, const std::string& spec) {
    if (spec.empty()) return true;
    if (is_index(spec)) return spec == std::to_string(index);
    if (lower_case(spec) == "cpu") return device.facts.type == Type::cpu;
    if (lower_case(spec) == "gpu") return device.facts.type == Type::gpu;
    return contains(device.facts.name, spec) || contains(device.facts.platform, spec) ||
           contains(short_name(device.facts), spec);
}

bool better(const DeviceFacts& a, const DeviceFacts& b) {
    if (rank(a.type) != rank(b.type)) return rank(a.type) > rank(b.type);
    return a.compute_units > b.compute_units;
}

// "0 (Some GPU), 1 (...: its driver has no compiler)"
std::string list_of(const std::vector<DeviceEntry>& devices) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        const std::string& missing = devices[i].missing;
        names.push_back(std::to_string(i) + " (" + devices[i].facts.name +
                        (missing.empty() ? "" : ": " + missing) + ")");
    }
    return listed(names);
}

std::string reason_of(const std::vector<DeviceEntry>& devices, const std::vector<std::size_t>& usable,
                      std::size_t best, const DeviceWish& wish) {
    const std::string asked = wish.spec.empty() ? "" : (wish.from.empty() ? "asked for" : "by " + wish.from);
    if (usable.size() == 1) return asked.empty() ? "the only usable device" : asked;
    const DeviceFacts& facts = devices[best].facts;
    bool other_type = false, fewer_units = false;
    for (const std::size_t i : usable) {
        if (i == best) continue;
        if (devices[i].facts.type != facts.type)
            other_type = true;
        else if (devices[i].facts.compute_units != facts.compute_units)
            fewer_units = true;
    }
    std::string rule;
    if (other_type) rule = std::string(type_name(facts.type)) + " before others";
    if (fewer_units) rule += (rule.empty() ? "" : ", ") + std::string("the most compute units");
    if (rule.empty()) rule = "the first of equals";
    return asked.empty() ? rule : asked + ", " + rule;
}

}  // namespace

DeviceWish device_wish(const std::string& spec) {
    if (!spec.empty()) return {spec, ""};
    const char* variable = std::getenv("SLUICE_DEVICE");
    if (variable == nullptr || *variable == '\0') return {};
    return {variable, "SLUICE_DEVICE"};
}

DeviceChoice choose_device(const std::vector<DeviceEntry>& devices, const DeviceWish& wish,
                           const std::string& hint) {
    const auto refuse = [&](const std::string& what) {
        throw Error(Error::Kind::no_device, wish.from, what);
    };
    if (devices.empty()) {  // whatever was asked for
        throw Error(
            Error::Kind::no_device, "",
            "no OpenCL device: install a driver, or PoCL to run on the CPU (Debian: pocl-opencl-icd)" +
                (hint.empty() ? "" : "; " + hint) + "; 'sluice doctor' says more");
    }
    std::vector<std::size_t> named, usable;
    for (std::size_t i = 0; i < devices.size(); ++i) {
        if (!meant(devices[i], i, wish.spec)) continue;
        named.push_back(i);
        if (devices[i].missing.empty()) usable.push_back(i);
    }
    if (named.empty())
        refuse("no OpenCL device is " + in_quotes(wish.spec) + "; there are: " + list_of(devices));
    if (usable.empty()) {
        const std::string which =
            wish.spec.empty() ? "can be used" : "that is " + in_quotes(wish.spec) + " can be used";
        refuse("no OpenCL device " + which + "; there are: " + list_of(devices) +
               "; 'sluice doctor' says more");
    }
    const std::size_t best = *std::max_element(
        usable.begin(), usable.end(),
        [&](std::size_t a, std::size_t b) { return better(devices[b].facts, devices[a].facts); });
    return {best, reason_of(devices, usable, best, wish)};
}

}  // namespace sluice
