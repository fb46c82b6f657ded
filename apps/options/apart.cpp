#include "apps/options/apart.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/overwrite.hpp"

namespace sluice::apps {

std::vector<TakenFile> files_of_options(const Arguments& arguments, const std::vector<std::string>& options) {
    std::vector<TakenFile> files;
    for (const std::string& option : options)
        if (arguments.has(option)) files.push_back({arguments.text(option), "the file of --" + option});
    return files;
}

void expect_apart(const Arguments& arguments, const std::string& option,
                  const std::vector<TakenFile>& files) {
    if (!arguments.has(option) || arguments.text(option) == "-") return;
    const std::string& path = arguments.text(option);
    for (const TakenFile& file : files)
        if (is_same_file(path, file.path))
            throw wrong_arguments(arguments, "--" + option + " " + in_quotes(path) + " is " + file.what +
                                                 ", which it would replace; give another file");
}

}  // namespace sluice::apps
