// Words that stand for a value of an enum.
#pragma once

#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"

#include <string>
#include <vector>

namespace sluice::python {

// Throws Error(usage) that names `what` and lists the words.
template <Named E>
E value_of(const char* what, const std::string& word) {
    if (const auto value = from_name<E>(word)) return *value;
    const std::vector<std::string> words(names_of<E>.begin(), names_of<E>.end());
    throw Error(Error::Kind::usage, what,
                in_quotes(word) + " is not one of " + listed(words) + did_you_mean(word, words));
}

}  // namespace sluice::python
