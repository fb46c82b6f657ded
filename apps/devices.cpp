// sluice devices: which OpenCL devices there are, which one is taken, and why.
#include "apps/command.hpp"
#include "apps/json.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/device/device.hpp"

#include <algorithm>
#include <map>

namespace sluice::apps {
namespace {

std::string_view type_name(DeviceFacts::Type type) {
    switch (type) {
        case DeviceFacts::Type::cpu: return "CPU";
        case DeviceFacts::Type::gpu: return "GPU";
        case DeviceFacts::Type::accelerator: break;
    }
    return "accelerator";
}

std::string mebibytes(std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }
std::string yes_or_no(bool fact) { return fact ? "yes" : "no"; }

// "A R RGBA: SNORM_INT8 SNORM_INT16", and so on: orders that have the same types share a line.
std::vector<std::string> format_lines(const std::vector<std::string>& formats) {
    std::map<std::string, std::string> types_of;  // by order
    for (const std::string& format : formats) {
        const std::size_t slash = format.find('/');
        types_of[format.substr(0, slash)] += " " + format.substr(slash + 1);
    }
    std::map<std::string, std::string> orders_of;  // by types
    for (const auto& [order, types] : types_of)
        orders_of[types] += (orders_of[types].empty() ? "" : " ") + order;
    std::vector<std::string> lines;
    lines.reserve(orders_of.size());
    for (const auto& [types, orders] : orders_of) lines.push_back(orders + ":" + types);
    return lines;
}

// Which natural image objects it has: "all but R/HALF_FLOAT".
std::string natural_line(const DeviceFacts& facts) {
    if (facts.natural_texels.empty()) return "none";
    std::string missing;
    for (const int channels : {1, 4})
        for (const std::string_view pixel : names_of<Pixel>) {
            const std::string_view texel = natural_texel({1, 1, channels, *from_name<Pixel>(pixel)});
            const std::vector<std::string>& has = facts.natural_texels;
            if (!texel.empty() && std::find(has.begin(), has.end(), texel) == has.end())
                missing.append(" ").append(texel);
        }
    return missing.empty() ? "all" : "all but" + missing;
}

Json json_of(const DeviceEntry& entry) {
    const DeviceFacts& facts = entry.facts;
    return {{"index", entry.index},
            {"name", facts.name},
            {"vendor", facts.vendor},
            {"driver", facts.driver},
            {"platform", facts.platform},
            {"version", facts.version},
            {"type", std::string(type_name(facts.type))},
            {"compute_units", facts.compute_units},
            {"global_bytes", facts.global_bytes},
            {"max_allocation", facts.max_allocation},
            {"local_bytes", facts.local_bytes},
            {"max_work_group", facts.max_work_group},
            {"max_image_width", facts.max_image_width},
            {"max_image_height", facts.max_image_height},
            {"fp64", facts.fp64},
            {"fp16", facts.fp16},
            {"unified_memory", facts.unified_memory},
            {"packed_texels", facts.packed_texels},
            {"natural_texels", facts.natural_texels},
            {"formats", entry.formats},
            {"missing", entry.missing},
            {"chosen", entry.chosen},
            {"reason", entry.reason}};
}

std::string page(const DeviceEntry& entry) {
    const DeviceFacts& facts = entry.facts;
    std::string text = "[" + std::to_string(entry.index) + "] " + short_name(facts) + "\n";
    const auto line = [&](const std::string& label, const std::string& value) {
        text += "    " + label + std::string(14 - label.size(), ' ') + value + "\n";
    };
    if (short_name(facts) != facts.name) line("name", facts.name);
    if (entry.chosen) line("chosen", entry.reason);
    if (!entry.missing.empty()) line("unusable", entry.missing);
    line("type", std::string(type_name(facts.type)) + ", " + std::to_string(facts.compute_units) +
                     (facts.compute_units == 1 ? " compute unit" : " compute units"));
    line("platform", facts.platform + ", " + facts.version);
    line("driver", facts.driver + " (" + facts.vendor + ")");
    line("memory", mebibytes(facts.global_bytes) + ", " + mebibytes(facts.max_allocation) +
                       " in one piece, " + std::to_string(facts.local_bytes >> 10) + " KiB local");
    line("work-group", std::to_string(facts.max_work_group) + " items");
    line("images", facts.max_image_width == 0 ? "none"
                                              : std::to_string(facts.max_image_width) + " x " +
                                                    std::to_string(facts.max_image_height) +
                                                    " texels, packed: " + yes_or_no(facts.packed_texels));
    line("natural", natural_line(facts));
    for (const std::string& formats : format_lines(entry.formats)) line("formats", formats);
    line("arithmetic", "double: " + yes_or_no(facts.fp64) + ", half: " + yes_or_no(facts.fp16));
    line("shared", yes_or_no(facts.unified_memory) + (facts.unified_memory ? " (memory with the host)" : ""));
    return text;
}

int run_devices(const Arguments& arguments) {
    const std::vector<DeviceEntry> devices = list_devices();
    if (arguments.has("json")) {
        Json list = Json::array();
        for (const DeviceEntry& entry : devices) list.push_back(json_of(entry));
        print(pretty({{"sluice", 1}, {"devices", std::move(list)}}));
    } else {
        for (const DeviceEntry& entry : devices) print(page(entry));
    }
    if (devices.empty())
        arguments.messages.error(
            "there is no OpenCL device; install a driver, or PoCL to run on the CPU (on Debian: apt install "
            "pocl-opencl-icd); 'sluice doctor' says more");
    return devices.empty() ? Exit::no_device : Exit::all_done;
}

}  // namespace

Command devices_command() {
    Command command{.name = "devices",
                    .summary = "Lists the OpenCL devices, and shows which one is used.",
                    .run = run_devices};
    command.options.add_options()("json", "print JSON");
    return command;
}

}  // namespace sluice::apps
