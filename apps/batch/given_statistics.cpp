#include "apps/batch/given_statistics.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <utility>

namespace sluice::apps {

void expect_no_sizes(const CheckedNode& normalize, const std::string& option) {
    if (normalize.sized.empty()) return;
    const std::string& param = normalize.sized.begin()->first;
    throw Error(Error::Kind::usage, "",
                Remedy{option} + " uses one value for all images, but normalize." + param +
                    " depends on the size of each; give it a number");
}

GivenStatistics::GivenStatistics(const std::string& path) : GivenStatistics(path, read_statistics(path)) {}

GivenStatistics::GivenStatistics(std::string name, StatisticsFile statistics, std::string option)
    : path_(std::move(name)), statistics_(std::move(statistics)), option_(std::move(option)) {
    if (groups().size() != 1 && groups().size() != 3)
        throw Error(Error::Kind::input, path_,
                    "mixes grey and colour images, which have no channels in common; sluice stats --group "
                    "joint measures all channels together");
}

std::vector<double> GivenStatistics::of_each(std::optional<double> Group::*field, const char* name) const {
    std::vector<double> values;
    for (const Group& group : groups()) {
        if (!(group.*field))
            throw Error(
                Error::Kind::input, path_,
                "has no " + std::string(name) + " of " + group.name + ", because no value was measured");
        values.push_back(*(group.*field));
    }
    return values;
}

std::vector<double> GivenStatistics::percentiles(double percent) const {
    std::vector<double> values;
    for (const Group& group : groups()) {
        const auto same = std::find_if(group.percentiles.begin(), group.percentiles.end(),
                                       [&](const auto& p) { return p.percent == percent; });
        if (same == group.percentiles.end())
            throw Error(Error::Kind::input, path_,
                        "does not have the percentile " + number_text(percent) + " of " + group.name +
                            "; sluice stats --percentiles measures it");
        values.push_back(same->value);
    }
    return values;
}

// As normalize finds them: where both are one value, the minimum and the maximum take their place.
std::vector<double> GivenStatistics::percentile_ranges(double low, double high, const Warn& warn) const {
    // Of both rules the one from the nearer end stands in the file.
    if (low > 50 || high <= 50)
        throw Error(Error::Kind::usage, "",
                    Remedy{option_} + " needs a low of at most 50 and a high above 50, not " +
                        number_text(low) + " and " + number_text(high));
    const std::vector<double> lows = percentiles(low), highs = percentiles(high);
    const std::vector<double> least = of_each(&Group::min, "min"), most = of_each(&Group::max, "max");
    std::vector<double> ranges;
    for (std::size_t i = 0; i < lows.size(); ++i) {
        const bool together = lows[i] == highs[i];
        ranges.insert(ranges.end(), {together ? least[i] : lows[i], together ? most[i] : highs[i]});
        if (together && least[i] < most[i])
            warn(path_ + ": the percentiles " + number_text(low) + " and " + number_text(high) + " of " +
                 groups()[i].name + " are equal; the minimum and the maximum are used instead");
    }
    return ranges;
}

std::map<std::string, Value> GivenStatistics::numbers(const Values& asked, const Warn& warn) const {
    const auto& mode = std::get<std::string>(asked.at("mode"));
    std::map<std::string, Value> numbers;
    if (mode == "standardize") {
        numbers = {{"mean", of_each(&Group::mean, "mean")}, {"std", of_each(&Group::std, "std")}};
    } else if (mode == "minmax" || mode == "percentile") {
        const auto percent = [&](const char* limit) { return std::get<double>(asked.at(limit)); };
        std::vector<double> in;
        if (mode == "percentile" && (percent("low") > 0 || percent("high") < 100)) {
            in = percentile_ranges(percent("low"), percent("high"), warn);
        } else {
            const std::vector<double> least = of_each(&Group::min, "min"), most = of_each(&Group::max, "max");
            for (std::size_t i = 0; i < least.size(); ++i) in.insert(in.end(), {least[i], most[i]});
        }
        numbers = {{"mode", std::string("minmax")}, {"in", in}};
    } else {
        throw Error(
            Error::Kind::usage, "",
            Remedy{option_} + " works with the modes minmax, percentile and standardize, not with " + mode);
    }
    const std::string& group = groups().front().name;
    if (group == "joint" || group == "luma") numbers.emplace("group", group);
    return numbers;
}

void GivenStatistics::give_to(GraphNode& normalize, const CheckedNode& checked, const Warn& warn) const {
    expect_no_sizes(checked, option_);
    const Values& asked = checked.values;
    const std::map<std::string, Value> numbers = this->numbers(asked, warn);
    for (const GraphParam& param : normalize.params)
        if (param.name != "mode" && numbers.count(param.name) > 0 &&
            asked.at(param.name) != numbers.at(param.name))
            throw Error(Error::Kind::usage, "",
                        Remedy{option_} + " sets normalize." + param.name + ", and so does " + Remedy{"set"} +
                            "; leave one out");
    Values given = asked;
    for (const auto& [name, value] : numbers) given[name] = value;
    std::erase_if(normalize.params, [&](const GraphParam& param) {
        return numbers.count(param.name) > 0 || !misplaced(*checked.stage->param(param.name), given).empty();
    });
    for (const auto& [name, value] : numbers) normalize.params.push_back({name, value, {}});
}

void GivenStatistics::expect(const ImageFormat& picture) const {
    const std::string is = "is " + picture.text() + ", the statistics of " + in_quotes(path_) + " are of ";
    if (name(picture.pixel) != statistics_.pixel || picture.white_value() != statistics_.white)
        throw Error(Error::Kind::input, "",
                    is + statistics_.pixel +
                        (picture.white_value() == statistics_.white
                             ? ""
                             : " with white " + number_text(statistics_.white)));
    const std::string& group = groups().front().name;
    if (group == "joint" || group == "luma") return;
    if (static_cast<std::size_t>(picture.colors()) != groups().size())
        throw Error(Error::Kind::input, "", is + (groups().size() == 1 ? "grey images" : "R, G and B"));
}

}  // namespace sluice::apps
