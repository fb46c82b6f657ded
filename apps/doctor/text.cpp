#include "apps/doctor/report.hpp"
#include "apps/terminal/amounts.hpp"
#include "apps/terminal/wrap.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>

namespace sluice::apps {
namespace {

constexpr std::size_t indent = 14;

std::string number_of(std::size_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

// Lines under one heading: "Devices       [0] ...".
class Section {
public:
    Section(std::string heading, std::size_t columns) : text_(std::move(heading)), columns_(columns) {}

    void line(const std::string& text) {
        text_ += std::string(text_.size() < indent ? indent - text_.size() : 0, ' ');
        lines_ += text_ + wrapped(text, columns_, indent) + "\n";
        text_.clear();
    }
    // `nothing`: what stands there where there was no line.
    std::string take(const std::string& nothing) {
        if (lines_.empty()) line(nothing);
        return lines_;
    }

private:
    std::string text_, lines_;
    std::size_t columns_;
};

std::string loader(const Examination& found, std::size_t columns) {
    Section section("Loader", columns);
    if (const LoaderFacts& loader = found.loader; !loader.path.empty() || !loader.name.empty())
        section.line((loader.name.empty() ? "OpenCL loader" : loader.name) +
                     (loader.version.empty() ? "" : " " + loader.version) +
                     (loader.path.empty() ? "" : ", " + printable(loader.path)));
    return section.take("it does not describe itself");
}

std::string drivers(const Examination& found, std::size_t columns) {
    Section section("Drivers", columns);
    for (const Driver& driver : found.search.drivers)
        section.line(printable(driver.file) + ": " + printable(driver.library) +
                     (driver.library.empty() ? "" : ", ") +
                     (driver.error.empty() ? "can be loaded" : "cannot be loaded"));
    return section.take("none in " + printable(found.search.place) +
                        (found.search.from.empty() ? "" : ", which " + found.search.from + " names"));
}

std::string platforms(const Examination& found, std::size_t columns) {
    Section section("Platforms", columns);
    for (const PlatformEntry& platform : found.platforms)
        section.line(printable(platform.name) + ", " + printable(platform.version) + ": " +
                     number_of(platform.devices, "device"));
    return section.take("none");
}

std::string devices(const Examination& found, std::size_t columns) {
    Section section("Devices", columns);
    for (const ExaminedDevice& device : found.devices) {
        section.line("[" + std::to_string(device.index) + "] " + printable(device.name) +
                     (device.chosen ? ": chosen, " + device.reason : "") +
                     (device.missing.empty() ? "" : ": cannot be used, " + printable(device.missing)));
        if (!device.costs.empty()) section.line(printable(device.costs));
    }
    return section.take("none");
}

std::string cache(const Examination& found, std::size_t columns) {
    const CacheFacts& cache = found.cache;
    Section section("Kernel cache", columns);
    if (cache.used)
        section.line(printable(cache.folder) + (cache.from.empty() ? "" : " (by " + cache.from + ")") + ": " +
                     (cache.writable ? number_of(cache.programs, "program") + ", " + byte_count(cache.bytes) +
                                           ", can be written"
                                     : "cannot be written"));
    return section.take("none: only PoCL has one, and it is not installed");
}

std::string trials(const Examination& found, std::size_t columns) {
    Section section("Self-test", columns);
    for (const ExaminedDevice& device : found.devices) {
        const auto right = static_cast<std::size_t>(
            std::count_if(device.trials.begin(), device.trials.end(),
                          [](const Trial& trial) { return trial.outcome == "right"; }));
        section.line("[" + std::to_string(device.index) + "] " + std::to_string(right) + " of " +
                     number_of(device.trials.size(), "pipeline") + " right in " + duration(device.seconds));
        for (const Trial& trial : device.trials)
            if (trial.outcome != "right")
                section.line(trial.pipeline + " (" + trial.storage + "): " + trial.outcome +
                             (trial.detail.empty() ? "" : ", ") + printable(trial.detail));
    }
    return section.take("there is no device to test");
}

}  // namespace

std::string doctor_text(const Examination& found, const std::vector<Finding>& findings, std::size_t columns) {
    std::string text = loader(found, columns) + drivers(found, columns) + platforms(found, columns) +
                       devices(found, columns) + cache(found, columns) + trials(found, columns) + "\n";
    if (findings.empty()) return text + "All is well.\n";
    const std::size_t untested = tests_not_run(found);
    const auto problems = static_cast<std::size_t>(std::count_if(
        findings.begin(), findings.end(), [](const Finding& finding) { return finding.hinders; }));
    if (problems > 0)
        text += "Found " + number_of(problems, "problem") + ":\n";
    else if (untested > 0)
        text += "No problems were found, but " + number_of(untested, "test") + " did not run.\n";
    else
        text += "All is well. Advice:\n";
    for (std::size_t i = 0; i < findings.size(); ++i) {
        const Finding& finding = findings[i];
        const std::string number = std::to_string(i + 1) + ". ";
        text += "\n" + number +
                wrapped(printable(finding.what) + ". " + finding.todo, columns, number.size()) + "\n";
        for (const std::string& command : finding.commands) text += "     " + printable(command) + "\n";
    }
    return text;
}

}  // namespace sluice::apps
