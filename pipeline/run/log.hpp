// Messages of a Session or a batch, for the log of an application.
#pragma once

#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace sluice {

struct LogMessage {
    enum class Severity {
        detail,   // how the work is done: kernels that were built, pixels that were copied and why
        note,     // the work is done in an unexpected way, with the same results
        warning,  // the result may not be what you want
        error,    // a file of a batch has failed
    };

    Severity severity;
    std::string where;  // the subject: a stage, a file of a batch, "session"; "" = the batch
    std::string text;   // without `where`
};
template <>
inline constexpr std::array<std::string_view, 4> names_of<LogMessage::Severity>{"detail", "note", "warning",
                                                                                "error"};

// Receives messages, one at a time, on the thread that causes them. It must not throw, and must not call the
// Session or the batch that logs.
using Log = std::function<void(const LogMessage&)>;

// Reports the progress of a long operation: the number of steps done, and of all steps. Called before each
// step and at the end, on the thread that called the operation. If it throws, the operation ends and
// rethrows.
using OnProgress = std::function<void(std::size_t done, std::size_t all)>;

}  // namespace sluice
