// What a Session or a batch has to say while it works, for the log of an application.
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
        detail,   // how the work is done: which kernels were built, what was copied and why
        note,     // done otherwise than one would expect, with the same results
        warning,  // the result may not be what was meant
        error,    // a file of a batch has failed
    };

    Severity severity;
    std::string where;  // what it is about: a stage, a file of a batch, "session"; "" is the batch
    std::string text;   // does not repeat `where`
};
template <>
inline constexpr std::array<std::string_view, 4> names_of<LogMessage::Severity>{"detail", "note", "warning",
                                                                                "error"};

// Takes one message at a time, on the thread that has found it. It must not throw, nor call what it hears of.
using Log = std::function<void(const LogMessage&)>;

// Hears how far something is that takes long: with the steps that are done and how many there are, before
// each step and at the end, on the thread that has called. What it throws ends the work and comes out of it.
using OnProgress = std::function<void(std::size_t done, std::size_t all)>;

}  // namespace sluice
