// Words that messages are made of.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Text from outside as messages show it: in single quotes; control characters and bytes that are not
// UTF-8 as \xHH; cut after 80 bytes.
std::string in_quotes(std::string_view text);

// "a, b, c", or "none".
std::string listed(const std::vector<std::string>& names);
// "a", "a and b", "a, b and c".
std::string enumerated(const std::vector<std::string>& names);

// " (did you mean 'low'?)" when one of `choices` is near enough to `name`, else "". Nothing is looked
// for when `name` has more than 32 letters or there are more than 200 choices.
std::string did_you_mean(const std::string& name, const std::vector<std::string>& choices);

// Bytes of the UTF-8 character at the beginning of `text`; 0 when there is none (overlong forms,
// surrogates and values above 10FFFF are none).
std::size_t utf8_character(std::string_view text);
// Whether all of it is.
bool is_utf8(std::string_view text);

}  // namespace sluice
