// JSON as the program prints it.
#pragma once

#include "pipeline/core/table.hpp"

#include <nlohmann/json.hpp>

#include <string>

namespace sluice::apps {

using Json = nlohmann::ordered_json;  // keys stay in the order in which they are put in

// Indented, with a newline at the end; bytes that are not UTF-8 become U+FFFD.
std::string pretty(const Json& json);
std::string one_line(const Json& json);

// An exact integer: a number when 64 bits hold it, else a string of decimal digits.
Json exact(Int128 value);
// One value of a Table: exact for integers, null for what is not finite.
Json table_value(const Table& table, const std::string& field, std::size_t channel, std::size_t row = 0,
                 std::size_t i = 0);

// A whole Table: {"rows": [{"channels": [{"name": "R", "min": 3, ...}]}]}. Fields that are not per channel
// stand beside "channels"; a field of several values is a list; mean and std are added where they follow
// from count, sum and sum_sq.
Json table_json(const Table& table);

// Puts a path under "path", or, when it is not UTF-8, its bytes in base64 under "path_bytes".
void put_path(Json& object, const std::string& path);
// The same path again. Throws Json::exception where there is none.
std::string path_in(const Json& object);

}  // namespace sluice::apps
