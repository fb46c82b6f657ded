// Text from anywhere as HTML takes it.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace sluice::apps {

// Between tags and in attributes with double quotes. Bytes that are not UTF-8 and control characters but
// newlines are shown as \xHH.
std::string html(std::string_view text);

// A path that a browser may break behind each separator: / _ - and a point, but for that of the extension.
std::string html_breakable(const std::filesystem::path& path);

// A path on one line.
std::string html_name(const std::filesystem::path& path);

}  // namespace sluice::apps
