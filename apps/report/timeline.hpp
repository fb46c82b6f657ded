// Where the time of a run went, phase by phase: in all, and as it went by.
#pragma once

#include "pipeline/batch/report.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace sluice::apps {

enum class Phase { decode, build, device, encode, report, wait };
inline constexpr std::size_t phases = 6;
std::string_view name(Phase phase);
using PhaseSeconds = std::array<double, phases>;  // by Phase

// Of one file; all of them together are its total.
PhaseSeconds phases_of(const FileReport& report);

// Takes the same memory however long a run is.
class Timeline {
public:
    // A file that was finished `end` seconds after the beginning of the run.
    void add(const FileReport& report, double end);

    const PhaseSeconds& totals() const { return totals_; }
    // How many files were in a phase at a time, as an average over a column; SVG.
    std::string over_time() const;
    // The totals as one bar and as a table; HTML.
    std::string in_all() const;

private:
    static constexpr std::size_t columns = 128;
    void put(Phase phase, double from, double to);
    void halve();

    double width_ = 1.0 / 128;  // of a column, seconds; doubled when a run grows longer
    double end_ = 0;
    std::array<PhaseSeconds, columns> columns_{};
    PhaseSeconds totals_{};
};

}  // namespace sluice::apps
