#include "pipeline/plan/schedule/asked_storage.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace sluice {

std::map<std::size_t, StorageChoice> asked_storages(const Primitives& graph, const PlanOptions& options) {
    const auto fail = [](const std::string& what) { throw Error(Error::Kind::usage, "storage_of", what); };
    std::map<std::size_t, StorageChoice> asked;
    std::map<std::size_t, std::string> by;  // the name that asked
    for (const auto& [name, choice] : options.storage_of) {
        const auto end =
            std::find_if(graph.nodes.begin(), graph.nodes.end(), [&name = name](const Primitive& node) {
                return node.id == name && (node.is(Kind::source) || node.is(Kind::sink)) && node.format;
            });
        if (end == graph.nodes.end()) {
            std::vector<std::string> names;
            for (const Primitive& node : graph.nodes)
                if (node.is(Kind::source) || node.is(Kind::sink)) names.push_back(node.id);
            fail(cat(in_quotes(name), " is neither a Source nor a Sink; there are: ", listed(names),
                     did_you_mean(name, names)));
        }
        const std::size_t node = end->is(Kind::sink) ? end->inputs.at(0).value()
                                                     : static_cast<std::size_t>(end - graph.nodes.begin());
        const auto [other, first] = asked.emplace(node, choice);
        if (!first && other->second != choice)
            fail(cat(by[node], " and ", name, " are the same image, which can have only one storage"));
        by[node] = name;
    }
    return asked;
}

}  // namespace sluice
