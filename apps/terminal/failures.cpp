#include "apps/terminal/failures.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"

namespace sluice::apps {
namespace {

constexpr std::size_t most_by_name = 3;

// What it says of any file.
std::string of_any(std::string reason, const std::filesystem::path& output) {
    const std::string name = in_quotes(output.string()) + " ";
    if (const std::size_t at = output.empty() ? std::string::npos : reason.find(name);
        at != std::string::npos)
        reason.erase(at, name.size());
    return reason;
}

}  // namespace

void Failures::tell(const std::filesystem::path& file, const std::string& reason,
                    const std::filesystem::path& output) {
    if (++told_[of_any(reason, output)] <= most_by_name || messages_.verbose)
        messages_.error(std::string(before_) + printable(file) + ": " + reason);
}

void Failures::tell_rest() {
    if (messages_.verbose) return;
    for (const auto& [reason, files] : told_) {
        if (files <= most_by_name) continue;
        const std::size_t more = files - most_by_name;
        messages_.error(std::string(before_) + std::to_string(more) +
                        (more == 1 ? " more file: " : " more files: ") + reason);
    }
}

}  // namespace sluice::apps
