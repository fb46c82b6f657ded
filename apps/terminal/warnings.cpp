#include "apps/terminal/warnings.hpp"

#include "pipeline/core/printable.hpp"

#include <algorithm>

namespace sluice::apps {
namespace {

constexpr std::size_t most_texts = 50;

std::string counted(std::size_t files) {
    return std::to_string(files) + (files == 1 ? " more file" : " more files");
}

}  // namespace

void Warnings::tell(const std::filesystem::path& file, const std::vector<std::string>& warnings,
                    const std::vector<std::string>& lost_metadata) {
    bool untold = false, loses_other = false;
    for (auto text = warnings.begin(); text != warnings.end(); ++text) {
        if (std::find(warnings.begin(), text, *text) != text) continue;
        if (std::find(lost_metadata.begin(), lost_metadata.end(), *text) != lost_metadata.end()) {
            const bool other = lost_metadata_.value_or(*text) != *text;
            lost_metadata_ = lost_metadata_.value_or(*text);
            if (other && !messages_.verbose) {
                loses_other = true;
                continue;
            }
        }
        const auto told =
            std::find_if(told_.begin(), told_.end(), [&](const Told& each) { return each.text == *text; });
        const bool room = told_.size() < most_texts;
        if (messages_.verbose || (told == told_.end() && room))
            messages_.warning(printable(file) + ": " + *text);
        if (messages_.verbose) continue;
        if (told != told_.end())
            ++told->more;
        else if (room)
            told_.push_back({*text});
        else
            untold = true;
    }
    if (untold) ++untold_;
    if (loses_other) ++losing_other_;
}

void Warnings::tell_rest() {
    for (const Told& told : told_)
        if (told.more > 0) messages_.warning(counted(told.more) + ": " + told.text);
    if (losing_other_ > 0)
        messages_.warning(counted(losing_other_) + ": other metadata is lost; -v shows which");
    if (untold_ > 0) messages_.warning(counted(untold_) + " have other warnings; -v shows them all");
}

}  // namespace sluice::apps
