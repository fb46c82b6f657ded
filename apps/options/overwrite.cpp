#include "apps/options/overwrite.hpp"

#include "apps/options/offered.hpp"
#include "pipeline/core/message.hpp"

namespace sluice::apps {

void add_overwrite_option(po::options_description& options) {
    options.add_options()(
        "overwrite", offered("WHEN", {names_of<Overwrite>.begin(), names_of<Overwrite>.end()}),
        "what becomes of results that exist: never replaced (an error, the default), skip (they "
        "count as done), newer (replaced where the input was changed since) or always");
}

std::optional<Overwrite> overwrite_option(const Arguments& arguments) {
    if (!arguments.has("overwrite")) return std::nullopt;
    const std::string& word = arguments.text("overwrite");
    if (const auto overwrite = from_name<Overwrite>(word)) return overwrite;
    const std::vector<std::string> names(names_of<Overwrite>.begin(), names_of<Overwrite>.end());
    throw wrong_arguments(arguments, "--overwrite: " + in_quotes(word) + " is none of " + listed(names) +
                                         did_you_mean(word, names));
}

}  // namespace sluice::apps
