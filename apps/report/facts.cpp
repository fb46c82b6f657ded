#include "apps/report/facts.hpp"

#include "pipeline/graph/chain_text.hpp"

#include <algorithm>
#include <ctime>
#include <string_view>

namespace sluice::apps {
namespace {

std::string now() {
    const std::time_t time = std::time(nullptr);
    std::tm local{};
    char text[64] = "";
    if (localtime_r(&time, &local) != nullptr)
        std::strftime(text, sizeof text, "%Y-%m-%d %H:%M:%S %z", &local);
    return text;
}

// As a shell takes it for one word.
std::string for_shell(const std::string& word) {
    constexpr std::string_view plain =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=,.:/@%";
    if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
    std::string text = "'";
    for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return text + "'";
}

std::string options(const Arguments& arguments) {
    std::string text;
    for (const auto& [name, value] : arguments.options) {
        if (value.defaulted() || name == "pipeline" || name == "words") continue;
        std::vector<std::string> values;
        if (const auto* one = boost::any_cast<std::string>(&value.value()))
            values = {*one};
        else if (const auto* several = boost::any_cast<std::vector<std::string>>(&value.value()))
            values = *several;
        else
            values = {""};
        for (const std::string& each : values)
            text += (text.empty() ? "--" : " --") + name + (each.empty() ? "" : " " + for_shell(each));
    }
    return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> report_facts(const Arguments& arguments, const Job& job) {
    constexpr std::size_t most_inputs = 5;
    std::string inputs;
    for (std::size_t i = 0; i < std::min(arguments.words.size(), most_inputs); ++i)
        inputs += (i > 0 ? ", " : "") + arguments.words[i];
    if (arguments.words.size() > most_inputs)
        inputs += " and " + std::to_string(arguments.words.size() - most_inputs) + " more";
    return {{"begun", now()},
            {"pipeline", "--pipeline " + for_shell(chain_text(job.pipeline.graph()))},
            {"inputs", inputs.empty() ? "from a list" : inputs},
            {"options", options(arguments)},
            {"threads", std::to_string(job.steps.workers) + " that decode and encode, " +
                            std::to_string(job.steps.in_flight) + " images on the device at once"}};
}

}  // namespace sluice::apps
