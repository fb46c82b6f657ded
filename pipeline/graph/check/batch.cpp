// The block `batch:` of a pipeline's file.
#include "pipeline/core/message.hpp"
#include "pipeline/graph/checked_graph.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sluice {

Values batch_values(const Graph& graph, const std::vector<ParamDecl>& declared, Diagnostics& faults) {
    Values values;
    for (const GraphParam& option : graph.batch) {
        const auto decl = std::find_if(declared.begin(), declared.end(),
                                       [&](const ParamDecl& d) { return d.name == option.name; });
        if (decl == declared.end()) {
            std::vector<std::string> names;
            for (const ParamDecl& d : declared) names.push_back(d.name);
            std::string near = did_you_mean(option.name, names);
            if (near.empty()) near = "; there are: " + listed(names);
            faults.error(option.place, "batch", "there is no option " + in_quotes(option.name) + near);
            continue;
        }
        std::string what;
        auto value = convert(*decl, option.value, what);
        if (value)
            values[option.name] = std::move(*value);
        else
            faults.error(option.place, "batch." + option.name, what);
    }
    return values;
}

}  // namespace sluice
