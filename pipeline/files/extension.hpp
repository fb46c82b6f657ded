// Extensions of file names.
#pragma once

#include <string>
#include <string_view>

namespace sluice {

// The extension of a path: lower case, without the dot; "" when it has none.
std::string extension_of(std::string_view path);

}  // namespace sluice
