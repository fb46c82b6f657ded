#include "apps/options/overwrite.hpp"

#include "pipeline/core/message.hpp"

#include "apps/options/offered.hpp"

#include <algorithm>

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

void expect_apart(const Arguments& arguments, const std::string& option,
                  const std::vector<std::string>& files, const std::string& what) {
    if (!arguments.has(option) || arguments.text(option) == "-") return;
    const std::string& path = arguments.text(option);
    if (std::any_of(files.begin(), files.end(), [&](const auto& file) { return is_same_file(path, file); }))
        throw wrong_arguments(arguments, "--" + option + " " + in_quotes(path) + " is " + what +
                                             ", which it would replace: give another file");
}

}  // namespace sluice::apps
