// page.css and page.js, as the build puts them into the program.
#pragma once

#include <string_view>

namespace sluice::apps {

extern const std::string_view page_style;
extern const std::string_view page_script;

}  // namespace sluice::apps
