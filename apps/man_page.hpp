// The manual page.
#pragma once

#include <string>

namespace sluice::apps {

// sluice(1) in roff, made from the declarations of commands and stages: what `sluice help --man` prints.
std::string man_page();

}  // namespace sluice::apps
