// What is wrong before a batch has done anything is a fault of its options.
#pragma once

#include "pipeline/core/error.hpp"

namespace sluice {

// Opens what an option names. Where that cannot be written, or read to go on, the argument was wrong, and
// nothing has been done.
template <class Open>
void before_work(Open open) {
    try {
        open();
    } catch (const Error& error) {
        if (error.kind() != Error::Kind::input) throw;
        throw Error(Error::Kind::usage, error.where(), error.message());
    }
}

}  // namespace sluice
