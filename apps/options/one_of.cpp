#include "apps/options/one_of.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>

namespace sluice::apps {

const std::string& one_of(const Arguments& arguments, const std::string& option,
                          const std::vector<std::string>& words) {
    const std::string& word = arguments.text(option);
    if (std::find(words.begin(), words.end(), word) == words.end())
        throw wrong_arguments(arguments, "--" + option + ": " + in_quotes(word) + " is not one of " +
                                             listed(words) + did_you_mean(word, words));
    return word;
}

}  // namespace sluice::apps
