// Text from outside as a terminal may be shown it.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace sluice {

// Bytes of the character at the beginning of `text` when it may be shown as it is. 0 where it must be
// escaped: it is a control character (of C0 or C1), it turns the direction of the text around it, or it is no
// UTF-8.
std::size_t printable_character(std::string_view text);

// Each byte that may not be shown becomes \xHH, but for the characters in `keep`, such as "\n".
std::string printable_text(std::string_view text, std::string_view keep = "");

// The same of a text that is JSON and stays so: \uHHHH stands for what may not be shown. REQUIRES: it is as
// programs write JSON, with control characters of C0 in texts escaped already; those outside of texts stay.
std::string printable_json(std::string_view json);

// A path on one line of a terminal, whole.
std::string printable(const std::filesystem::path& path);

}  // namespace sluice
