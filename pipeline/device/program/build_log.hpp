// What the compiler of a driver says when a program does not build.
#pragma once

#include <string>

namespace sluice {

// The first error in a log that has a place: "stretch.cl:12:5: use of undeclared identifier 'x'"; "" when
// there is none. The file is the one that a `#line` of the source names, also where the driver counts lines
// through the whole source; without a `#line`, it is `name`.
std::string first_error(const std::string& log, const std::string& source, const std::string& name);

struct FailedBuild {
    std::string name, source, options;
    std::string device;
    std::string log;
};

// The message: the first error first, then what was built for which device, then the log (of a very long
// one, the beginning).
std::string build_failure_text(const FailedBuild& build);

}  // namespace sluice
