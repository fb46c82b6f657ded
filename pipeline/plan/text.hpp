// Text from parts. Locale-independent for integers and strings; numbers go through number_text.
#pragma once

#include <sstream>
#include <string>

namespace sluice {

template <class... Parts>
std::string cat(const Parts&... parts) {
    std::ostringstream out;
    out.imbue(std::locale::classic());
    (out << ... << parts);
    return out.str();
}

}  // namespace sluice
