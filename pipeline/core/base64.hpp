// Bytes as text, for JSON of names that are not UTF-8.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

// RFC 4648, with padding: "Zm8=" for "fo".
std::string base64(std::string_view bytes);
// The bytes again; nothing for what base64() never gives.
std::optional<std::string> from_base64(std::string_view text);

}  // namespace sluice
