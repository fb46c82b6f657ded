#include "pipeline/plan/rewrite/asked_images.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {

void mark_stored(Primitives& graph, const std::vector<std::string>& store) {
    for (const std::string& name : store) {
        const auto found = graph.names.find(name);
        if (found != graph.names.end() && graph.nodes[found->second].format) {
            graph.nodes[found->second].stored = true;
            continue;
        }
        std::vector<std::string> names;
        for (const auto& [other, node] : graph.names)
            if (graph.makes_image(node)) names.push_back(other);
        throw Error(Error::Kind::usage, "store",
                    cat("there is no image ", in_quotes(name), did_you_mean(name, names),
                        "; there are: ", listed(names)));
    }
}

}  // namespace sluice
