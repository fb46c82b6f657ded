#include "pipeline/plan/tuning/json.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/json_text.hpp"
#include "pipeline/plan/text.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace sluice {
namespace {

using Json = nlohmann::ordered_json;

[[noreturn]] void throw_unfit(const std::string& what) { throw Error(Error::Kind::input, "", what); }

const Json& member(const Json& json, const char* name) {
    const auto found = json.find(name);
    if (found == json.end()) throw_unfit(cat("it has no \"", name, "\""));
    return *found;
}

std::string text(const Json& json, const char* name) {
    const Json& value = member(json, name);
    if (!value.is_string()) throw_unfit(cat("\"", name, "\" is no text"));
    return value.get<std::string>();
}

// Of a time; `may_be_none`: 0 is one too.
double number(const Json& json, const char* name, bool may_be_none) {
    const Json& value = member(json, name);
    const double found = value.is_number() ? value.get<double>() : -1;
    if (!std::isfinite(found) || found < 0 || (found == 0 && !may_be_none))
        throw_unfit(cat("\"", name, "\" is no number ", may_be_none ? "from 0 on" : "above 0"));
    return found;
}

Profile profile(const Json& json) {
    if (!json.is_object()) throw_unfit("\"profile\" is no object");
    Profile found;
    for (const ProfileNumber& each : profile_numbers())
        found.*each.number = number(json, each.name, each.of == ProfileNumber::Of::kernels);
    return found;
}

decltype(DeviceTuning::strategies) numbers_of_strategies(const Json& json) {
    decltype(DeviceTuning::strategies) found;
    if (!json.is_object()) throw_unfit("\"strategies\" is no object");
    for (const auto& [strategy, numbers] : json.items()) {
        if (!numbers.is_object()) throw_unfit(cat("\"", strategy, "\" is no object"));
        for (const auto& [name, value] : numbers.items())
            found[strategy][name] = number(numbers, name.c_str(), true);
    }
    return found;
}

DeviceFacts::Type type(const std::string& name) {
    if (const auto type = from_name<DeviceFacts::Type>(name)) return *type;
    throw_unfit("\"type\" is not cpu, gpu or accelerator");
}

}  // namespace

std::string tuning_json(const DeviceTuning& tuning) {
    Json json{{"sluice_tuning", tuning_version},
              {"device", tuning.device},
              {"type", name(tuning.type)},
              {"compute_units", tuning.compute_units},
              {"date", tuning.date},
              {"commit", tuning.commit},
              {"from", tuning.from}};
    json["profile"] = Json::object();
    for (const ProfileNumber& each : profile_numbers())
        json["profile"][each.name] = tuning.profile.*each.number;
    json["strategies"] = Json::object();
    for (const auto& [strategy, numbers] : tuning.strategies)
        for (const auto& [name, value] : numbers) json["strategies"][strategy][name] = value;
    return json_text(json, 2) + "\n";
}

DeviceTuning tuning_from_json(std::string_view written) {
    const Json json = Json::parse(written, nullptr, false);
    if (!json.is_object()) throw_unfit("it is no JSON object");
    const Json& version = member(json, "sluice_tuning");
    if (version != tuning_version)
        throw_unfit(cat("it is of version ", json_text(version), ", not ", tuning_version));
    DeviceTuning tuning;
    tuning.device = text(json, "device");
    tuning.type = type(text(json, "type"));
    const double units = number(json, "compute_units", false);
    if (units != std::floor(units) || units > 1e9) throw_unfit("\"compute_units\" is no number of them");
    tuning.compute_units = static_cast<std::size_t>(units);
    tuning.date = text(json, "date");
    tuning.commit = text(json, "commit");
    tuning.from = text(json, "from");
    tuning.profile = profile(member(json, "profile"));
    tuning.strategies = numbers_of_strategies(member(json, "strategies"));
    return tuning;
}

}  // namespace sluice
