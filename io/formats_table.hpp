// The formats and the metadata that each of them keeps, from the declarations of the codecs.
#pragma once

#include <string>

namespace sluice {

std::string formats_text();
std::string formats_markdown();

}  // namespace sluice
