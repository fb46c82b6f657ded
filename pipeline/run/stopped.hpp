// Work that its caller has ended.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/error.hpp"

#include <string>
#include <utility>

namespace sluice {

// Thrown by what has a std::stop_token and was told to stop: nothing has failed, and there is no result.
class SLUICE_API Stopped : public Error {
public:
    // `where`: what was stopped; `what`: how far it was.
    Stopped(std::string where, std::string what)
        : Error(Kind::input, std::move(where), "was stopped " + std::move(what)) {}
};

}  // namespace sluice
