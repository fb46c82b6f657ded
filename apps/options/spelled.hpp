// Options of the library as those of the command line.
#pragma once

#include "apps/command.hpp"

#include <algorithm>
#include <string>

namespace sluice::apps {

// "limit_memory" is --limit-memory.
inline std::string on_command_line(std::string option) {
    if (option == "output") return "-o";
    std::replace(option.begin(), option.end(), '_', '-');
    return "--" + option;
}

// What the library says of a batch is about the arguments of the command.
template <class Work>
auto as_on_command_line(const Arguments& arguments, Work work) {
    try {
        return work();
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::usage || error.where() != "batch") throw;
        throw wrong_arguments(arguments, error.message());
    }
}

}  // namespace sluice::apps
