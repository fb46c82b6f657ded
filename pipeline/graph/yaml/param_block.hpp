// What a pipeline file says of a variable, and a kernel of a parameter: type, default, range, choices, unit,
// help.
#pragma once

#include "pipeline/core/error.hpp"
#include "pipeline/core/value.hpp"
#include "pipeline/graph/yaml/tree.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

struct DescribedParam {
    ParamDecl decl;                      // without its default
    const YamlNode* standard = nullptr;  // the default as it is written; null = there is none
};

// A default as written: a text, or a list of texts. Nothing after a fault, which `subject` names.
using WrittenDefault = std::function<std::optional<Value>(const YamlNode&, const Wording& subject)>;

// Nothing after a fault. `block`: the map that the entry is in, for messages: "vars". `more`: further keys,
// which the caller reads. Of an entry without a type, the type is what its default looks like.
std::optional<DescribedParam> described_param(const YamlNode::Entry& entry, const std::string& block,
                                              const std::vector<std::string>& more,
                                              const WrittenDefault& written, Diagnostics& faults);

}  // namespace sluice
