#include "apps/report/facts.hpp"

#include "apps/options/spelled.hpp"
#include "pipeline/core/text.hpp"
#include "pipeline/sluice/batch/options.hpp"

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

std::string option_text(const std::string& name, const std::string& value) {
    return "--" + name + (value.empty() ? "" : " " + for_shell(value));
}

// Those of the pipeline's file, which no longer is there in a chain, and those that were given.
std::string options(const BatchRequest& request) {
    std::vector<std::string> all;
    const auto is_given = [&](const std::string& name) {
        return std::any_of(request.given.begin(), request.given.end(),
                           [&](const auto& option) { return option.first == name; });
    };
    if (request.pipeline)
        for (const GraphParam& option : request.pipeline->batch) {
            const std::string name = option_name(option.name);
            const ParamDecl* decl = batch_options().find(option.name);
            const bool flag = decl != nullptr && decl->type == ParamType::boolean;
            const auto* word = std::get_if<std::string>(&option.value);
            if (is_given(name) || is_given("no-" + name) || word == nullptr) continue;
            std::string fault;
            if (!flag)
                all.push_back(option_text(name, *word));
            else if (convert(*decl, *word, fault) == Value(true))
                all.push_back(option_text(name, ""));
        }
    for (const auto& [name, value] : request.given) all.push_back(option_text(name, value));
    return joined(all);
}

}  // namespace

std::vector<std::pair<std::string, std::string>> report_facts(const BatchRequest& request,
                                                              const Batch& batch) {
    constexpr std::size_t most_inputs = 5;
    std::string inputs;
    for (std::size_t i = 0; i < std::min(request.inputs.size(), most_inputs); ++i)
        inputs += (i > 0 ? ", " : "") + request.inputs[i];
    if (request.inputs.size() > most_inputs)
        inputs += " and " + std::to_string(request.inputs.size() - most_inputs) + " more";
    return {{"begun", now()},
            {"pipeline", "--pipeline " + for_shell(batch.pipeline())},
            {"inputs", inputs.empty() ? "from a list" : inputs},
            {"options", options(request)},
            {"threads", std::to_string(workers_of(batch.options())) + " that decode and encode, " +
                            std::to_string(batch.options().in_flight) + " images on the device at once"}};
}

}  // namespace sluice::apps
