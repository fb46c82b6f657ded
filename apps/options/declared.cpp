#include "apps/options/declared.hpp"

#include "apps/options/memory_size.hpp"
#include "apps/options/offered.hpp"
#include "apps/options/spelled.hpp"
#include "pipeline/sluice/batch/options.hpp"

#include <algorithm>
#include <cstdint>

namespace sluice::apps {
namespace {

bool is_flag(const ParamDecl& decl) { return decl.type == ParamType::boolean; }

// Of a default that says something by itself.
std::string shown_default(const ParamDecl& decl) {
    const bool none = decl.standard == Value(std::int64_t{0}) || decl.standard == Value(0.0) ||
                      decl.standard == Value(std::string());
    return none ? "" : text(decl.standard);
}

void add(po::options_description& options, const ParamDecl& decl) {
    const std::string name = option_name(decl.name) + (decl.letter.empty() ? "" : "," + decl.letter);
    if (is_flag(decl)) {
        options.add_options()(name.c_str(), decl.doc.c_str());
        return;
    }
    auto* value = offered(decl.shown_as.empty() ? "N" : decl.shown_as,
                          decl.choices.empty() ? decl.examples : decl.choices, decl.choices.empty());
    if (const std::string standard = shown_default(decl); !standard.empty()) value->default_value(standard);
    options.add_options()(name.c_str(), value, decl.doc.c_str());
}

}  // namespace

void add_batch_options(po::options_description& options, const std::vector<std::string>& names) {
    const std::vector<ParamDecl>& declared = batch_options().params();
    if (names.empty())
        for (const ParamDecl& decl : declared) add(options, decl);
    for (const std::string& name : names)
        add(options, *std::find_if(declared.begin(), declared.end(),
                                   [&](const ParamDecl& decl) { return decl.name == name; }));
}

BatchOptions given_options(const Arguments& arguments) {
    Values values;
    for (const ParamDecl& decl : batch_options().params()) {
        const std::string option = option_name(decl.name);
        if (!arguments.has(option)) continue;
        if (is_flag(decl)) {
            values[decl.name] = true;
        } else if (decl.unit == "bytes") {
            values[decl.name] = static_cast<std::int64_t>(memory_size(option, arguments));
        } else {
            std::string fault;
            const auto value = convert(decl, arguments.text(option), fault);
            if (!value) throw wrong_arguments(arguments, "--" + option + ": " + fault);
            values[decl.name] = *value;
        }
    }
    return batch_options().filled(values);
}

}  // namespace sluice::apps
