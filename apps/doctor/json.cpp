#include "apps/doctor/report.hpp"

namespace sluice::apps {
namespace {

// Null in the place of "".
Json or_null(const std::string& text) { return text.empty() ? Json() : Json(text); }

Json drivers(const DriverSearch& search) {
    Json list = Json::array();
    for (const Driver& driver : search.drivers)
        list.push_back(
            {{"file", driver.file}, {"library", driver.library}, {"error", or_null(driver.error)}});
    return {{"place", search.place},
            {"from", or_null(search.from)},
            {"exists", search.exists},
            {"drivers", std::move(list)}};
}

Json platforms(const std::vector<PlatformEntry>& entries) {
    Json list = Json::array();
    for (const PlatformEntry& entry : entries)
        list.push_back({{"name", entry.name}, {"version", entry.version}, {"devices", entry.devices}});
    return list;
}

Json devices(const std::vector<ExaminedDevice>& examined) {
    Json list = Json::array();
    for (const ExaminedDevice& device : examined) {
        Json trials = Json::array();
        for (const Trial& trial : device.trials)
            trials.push_back({{"pipeline", trial.pipeline},
                              {"storage", trial.storage},
                              {"outcome", trial.outcome},
                              {"detail", or_null(trial.detail)}});
        list.push_back({{"index", device.index},
                        {"name", device.name},
                        {"full_name", device.full},
                        {"missing", or_null(device.missing)},
                        {"chosen", device.chosen},
                        {"reason", or_null(device.reason)},
                        {"tuned", device.tuned},
                        {"costs", or_null(device.costs)},
                        {"seconds", device.seconds},
                        {"self_test", std::move(trials)}});
    }
    return list;
}

Json cache(const CacheFacts& facts) {
    if (!facts.used) return nullptr;
    return {{"folder", facts.folder},     {"from", or_null(facts.from)}, {"writable", facts.writable},
            {"programs", facts.programs}, {"bytes", facts.bytes},        {"free_bytes", facts.free_bytes}};
}

}  // namespace

Json doctor_json(const Examination& found, const std::vector<Finding>& findings) {
    Json list = Json::array();
    for (const Finding& finding : findings)
        list.push_back({{"hinders", finding.hinders},
                        {"what", finding.what},
                        {"todo", finding.todo},
                        {"commands", finding.commands}});
    return {{"sluice", 1},
            {"loader",
             {{"name", or_null(found.loader.name)},
              {"version", or_null(found.loader.version)},
              {"path", or_null(found.loader.path)}}},
            {"search", drivers(found.search)},
            {"platforms", platforms(found.platforms)},
            {"devices", devices(found.devices)},
            {"kernel_cache", cache(found.cache)},
            {"tests_not_run", tests_not_run(found)},
            {"usable_device", has_usable_device(found)},
            {"findings", std::move(list)}};
}

}  // namespace sluice::apps
