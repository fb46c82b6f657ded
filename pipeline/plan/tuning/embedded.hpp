// The files in devices/ as the build embedded them (pipeline/embed.cmake writes the definition). Others use
// nearest.hpp.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// Name -> the pieces of its text, in order.
const std::map<std::string, std::vector<std::string_view>, std::less<>>& embedded_tunings();

}  // namespace sluice
