// JSON as all of sluice writes it.
#pragma once

#include "pipeline/core/printable.hpp"

#include <string>

namespace sluice {

// Of a value of nlohmann's: on one line, or indented by so many columns. Bytes that are not UTF-8 become
// U+FFFD, and what may not be shown on a terminal \uHHHH.
template <class Json>
std::string json_text(const Json& json, int indent = -1) {
    return printable_json(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

}  // namespace sluice
