// What functions that work on files have in common.
#pragma once

#include "apps/command.hpp"
#include "apps/options/isolate.hpp"
#include "apps/python/spelling.hpp"
#include "pipeline/device/forked.hpp"

#include <nanobind/nanobind.h>

#include <chrono>
#include <future>
#include <optional>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace sluice::python {

namespace nb = nanobind;

using Warnings = std::vector<std::string>;

// Does work(std::stop_token) on another thread, so that Ctrl-C is seen here: it stops the work, and is raised
// once that has ended.
template <class Work>
auto interruptible(const Work& work) {
    constexpr std::chrono::milliseconds between_looks{50};
    refuse_forked();
    std::stop_source stop;
    auto result = std::async(std::launch::async, work, stop.get_token());
    std::optional<nb::python_error> raised;
    {
        const nb::gil_scoped_release others_go_on;
        while (result.wait_for(between_looks) != std::future_status::ready) {
            if (raised) continue;
            const nb::gil_scoped_acquire python;
            if (PyErr_CheckSignals() == 0) continue;
            raised.emplace();
            stop.request_stop();
        }
    }
    if (raised) throw std::move(*raised);
    return result.get();
}

// Callers hear what there is to say.
inline apps::Caller caller_of(const char* function) { return {function, {.quiet = true}, in_python}; }

inline Warnings doubts(const apps::Isolation& isolation) {
    return isolation.doubt().empty() ? Warnings() : Warnings{isolation.doubt()};
}

}  // namespace sluice::python
