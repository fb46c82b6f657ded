#include "apps/options/apart.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/overwrite.hpp"

namespace sluice::apps {

void expect_apart(const Caller& caller, const std::string& option, const std::string& path,
                  const std::vector<TakenFile>& files) {
    if (path.empty() || path == "-") return;
    for (const TakenFile& file : files)
        if (is_same_file(path, file.path))
            throw wrong_arguments(caller, Remedy{option} + " " + in_quotes(path) + " is " + file.what +
                                              ", which it would replace; give another file");
}

void expect_apart(const Arguments& arguments, const std::string& option,
                  const std::vector<TakenFile>& files) {
    if (arguments.has(option)) expect_apart(arguments, option, arguments.text(option), files);
}

}  // namespace sluice::apps
