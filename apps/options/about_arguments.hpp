// What the library says of a batch is about the arguments of the command.
#pragma once

#include "apps/command.hpp"

namespace sluice::apps {

// Runs `work`; its Error(usage, "batch") becomes wrong_arguments.
template <class Work>
auto about_arguments(const Caller& caller, Work work) {
    try {
        return work();
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::usage || error.where() != "batch") throw;
        throw wrong_arguments(caller, error.message());
    }
}

}  // namespace sluice::apps
