// Links of the page to files.
#pragma once

#include <filesystem>
#include <string>

namespace sluice::apps {

// The URL that leads to a file from a page in `folder`, relative and percent-encoded, so that page and files
// can be moved together: "../in/a%20b.png". "" for "-", and where the working folder is gone.
std::string link_to(const std::filesystem::path& file, const std::filesystem::path& folder);

}  // namespace sluice::apps
