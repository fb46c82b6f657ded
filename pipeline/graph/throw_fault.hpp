#pragma once

#include "pipeline/core/error.hpp"

#include <string>

namespace sluice {

// Throws Error(usage): "chain:1:8: gamma.exponent: what". `subject` may be "".
[[noreturn]] inline void throw_fault(const Place& place, const std::string& subject, const Wording& what) {
    throw Error(Error::Kind::usage, "", Diagnostic{Diagnostic::Severity::error, place, subject, what}.text());
}

}  // namespace sluice
