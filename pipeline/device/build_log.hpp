// What the compiler of a driver says when a program does not build.
#pragma once

#include <string>

namespace sluice {

// The first error in a log that has a place, as "stretch.cl:12:5: use of undeclared identifier 'x'"; ""
// when there is none. A program without `#line` is called `name` in place of what the driver calls it.
std::string first_error(const std::string& log, const std::string& name);

// The message of a failed build: the first error first, then what was built for which device, then the
// log (of a very long one, the beginning).
std::string build_failure_text(const std::string& name, const std::string& options, const std::string& device,
                               const std::string& log);

}  // namespace sluice
