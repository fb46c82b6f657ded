// Small work on texts.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// A to Z become a to z, and nothing else changes, whatever the locale.
std::string lower_case(std::string_view text);

// "a b c".
std::string joined(const std::vector<std::string>& words, std::string_view between = " ");

// What stands between the characters `at`, empty words too; nothing of an empty text.
std::vector<std::string> split(std::string_view text, char at = ',');

// "512 B", "1.5 MiB".
std::string byte_count(std::uintmax_t bytes);

}  // namespace sluice
