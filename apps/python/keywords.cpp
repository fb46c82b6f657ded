#include "apps/python/keywords.hpp"

#include "apps/options/declared.hpp"
#include "apps/python/spelling.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/graph/describe/describe.hpp"

#include <algorithm>
#include <array>

namespace sluice::python {
namespace {

constexpr std::array<const char*, 6> for_command_lines = {"dry_run", "help",  "isolate_device",
                                                          "json",    "quiet", "verbose"};

}  // namespace

Values Keywords::converted(const std::vector<ParamDecl>& declared) {
    for (const ParamDecl& decl : declared) known_.insert(decl.name);
    return apps::converted(caller_, declared, given_);
}

Values Keywords::of_stage(const std::string& stage) {
    Values values;
    for (const ParamDecl& param : builtin_stages().find(stage)->params) {
        if (param.option.empty()) continue;
        known_.insert(param.option);
        if (const auto given = given_.find(param.option); given != given_.end())
            values[param.name] = given->second;
    }
    return values;
}

void Keywords::expect_all_taken() const {
    for (const auto& [name, value] : given_) {
        if (known_.count(name) > 0) continue;
        if (std::find(for_command_lines.begin(), for_command_lines.end(), name) != for_command_lines.end())
            throw apps::wrong_arguments(caller_, name + " is only for the command line");
        throw apps::wrong_arguments(caller_, "there is no option " + in_quotes(name) +
                                                 did_you_mean(name, {known_.begin(), known_.end()}));
    }
}

std::string keywords_stub(const std::string& name, std::vector<ParamDecl> declared,
                          const std::vector<std::string>& stages) {
    for (const std::string& stage : stages)
        for (ParamDecl param : builtin_stages().find(stage)->params) {
            if (param.option.empty()) continue;
            param.name = param.option;
            declared.push_back(std::move(param));
        }
    return params_stub(name, declared);
}

}  // namespace sluice::python
