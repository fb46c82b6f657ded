// The page: this folder, embedded by the build.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace sluice {

// Name -> text (pipeline/embed.cmake writes the definition).
const std::map<std::string, std::string, std::less<>>& embedded_edit_page();

}  // namespace sluice
