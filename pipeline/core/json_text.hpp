// JSON as all of sluice writes it.
#pragma once

#include "pipeline/core/base64.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/printable.hpp"

#include <optional>
#include <string>

namespace sluice {

// Of a value of nlohmann's: on one line, or indented by so many columns. Bytes that are not UTF-8 become
// U+FFFD, and what may not be shown on a terminal \uHHHH.
template <class Json>
std::string json_text(const Json& json, int indent = -1) {
    return printable_json(json.dump(indent, ' ', false, Json::error_handler_t::replace));
}

// Puts a text that may be no UTF-8, such as a path, under `key`, or its bytes in base64 under `key`_bytes.
template <class Json>
void put_text(Json& object, const std::string& key, const std::string& text) {
    if (is_utf8(text))
        object[key] = text;
    else
        object[key + "_bytes"] = base64(text);
}
// The same text again; nothing if its bytes are no base64. Throws Json::exception where there is none.
template <class Json>
std::optional<std::string> text_in(const Json& object, const std::string& key) {
    if (object.contains(key)) return object.at(key).template get<std::string>();
    return from_base64(object.at(key + "_bytes").template get<std::string>());
}

}  // namespace sluice
