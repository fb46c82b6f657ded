#include "apps/options/overwrite.hpp"

#include "apps/options/offered.hpp"
#include "apps/options/one_of.hpp"

namespace sluice::apps {

void add_overwrite_option(po::options_description& options) {
    options.add_options()(
        "overwrite", offered("WHEN", {names_of<Overwrite>.begin(), names_of<Overwrite>.end()}),
        "what becomes of results that exist: never replaced (an error, the default), skip (they "
        "count as done), newer (replaced where the input was changed since) or always");
}

std::optional<Overwrite> overwrite_option(const Arguments& arguments) {
    if (!arguments.has("overwrite")) return std::nullopt;
    return one_of<Overwrite>(arguments, "overwrite");
}

}  // namespace sluice::apps
