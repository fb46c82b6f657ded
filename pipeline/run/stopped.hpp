// The exception of an operation that you stopped.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/error.hpp"

#include <string>
#include <utility>

namespace sluice {

// Thrown by a function when a stop is requested through its std::stop_token. Nothing has failed, but there is
// no result.
class SLUICE_API Stopped : public Error {
public:
    // `where`: what was stopped; `what`: how far it had got.
    Stopped(std::string where, std::string what)
        : Error(Kind::input, std::move(where), "was stopped " + std::move(what)) {}
};

}  // namespace sluice
