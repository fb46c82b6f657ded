#include "pipeline/sluice/batch/listing.hpp"

#include "pipeline/core/error.hpp"
#include "pipeline/core/message.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace sluice {
namespace {

std::string counted(std::size_t count, const std::string& one) {
    return std::to_string(count) + " " + one + (count == 1 ? "" : "s");
}

Wording folders(const Listing& listing) {
    return counted(listing.not_entered, "folder") + " inside " + (listing.not_entered == 1 ? "was" : "were") +
           " left out: " + Remedy{"recursive"} + " includes them";
}

// "10 .jpg, 2 .png, 1 without extension", the most frequent first.
std::string what_there_was(const Listing& listing) {
    constexpr std::size_t most = 5;
    std::vector<std::pair<std::string, std::size_t>> kinds(listing.passed_extensions.begin(),
                                                           listing.passed_extensions.end());
    std::stable_sort(kinds.begin(), kinds.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    std::vector<std::string> words;
    for (const auto& [extension, count] : kinds) {
        if (words.size() == most) break;
        words.push_back(std::to_string(count) + " " + (extension.empty() ? "without extension" : extension));
    }
    if (kinds.size() > most) words.emplace_back("others");
    return listed(words);
}

}  // namespace

Wording expect_inputs(const Listing& listing, const std::string& glob) {
    if (!listing.files.empty() || !listing.faults.empty())
        return listing.not_entered > 0 ? folders(listing) : "";
    Wording text =
        glob.empty() ? "there are no images" : Remedy{"glob"} + (" " + in_quotes(glob) + " matches no file");
    if (listing.passed_over > 0) {
        text += !glob.empty() ? "; there are " + counted(listing.passed_over, "file") + " of other names"
                              : "; " + counted(listing.passed_over, "file") +
                                    (listing.passed_over == 1 ? " is not an image by its name"
                                                              : " are not images by their names");
        text += ": " + what_there_was(listing);
    } else if (listing.not_entered == 0) {
        text += "; there are no files at all";
    }
    if (listing.not_entered > 0) text += "; " + folders(listing);
    throw Error(Error::Kind::usage, "batch", text);
}

}  // namespace sluice
