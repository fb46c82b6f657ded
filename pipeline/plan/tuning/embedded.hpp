// The files in devices/ as the build embedded them (pipeline/embed.cmake writes the definition). Others use
// nearest.hpp.
#pragma once

#include <functional>
#include <map>
#include <string>

namespace sluice {

// Name -> text.
const std::map<std::string, std::string, std::less<>>& embedded_tunings();

}  // namespace sluice
