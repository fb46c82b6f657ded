// Errors and diagnostics: where something is wrong, what is wrong, and what would be right.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/wording.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace sluice {

// A position in a pipeline. Lines and columns count from 1; 0 = unknown.
struct SLUICE_API Place {
    std::string file;  // a path, or "chain" for a chain
    int line = 0;
    int column = 0;

    // "pipeline.yaml:7:12"; unknown parts are left out.
    std::string text() const;
    bool operator==(const Place&) const = default;
};

// The base class of everything that the library throws, except std::bad_alloc and the exceptions of your own
// callbacks. what() spells options as in C++; in() spells them as another front end does.
class SLUICE_API Error : public std::runtime_error {
public:
    // For programs to act on: the command line maps each kind to an exit code.
    enum class Kind {
        usage,      // a pipeline, a parameter or an argument is wrong; nothing was done
        input,      // an input could not be read, or an output could not be written
        no_device,  // no OpenCL device can do the work
        device,     // an OpenCL call failed
        busy,       // another run holds a file; nothing was done, and the same call may succeed later
    };

    Error(Kind kind, std::string where, Wording what);

    Kind kind() const noexcept { return kind_; }
    const std::string& where() const noexcept { return where_; }  // a file, a stage ...; may be empty
    const Wording& message() const noexcept { return message_; }  // without where()

    Wording text() const { return where_.empty() ? message_ : where_ + ": " + message_; }
    std::string in(Spelling spelling) const { return text().in(spelling); }
    // The options that the message names, for programs that act on them.
    std::vector<Remedy> remedies() const { return message_.remedies(); }

private:
    Kind kind_;
    std::string where_;
    Wording message_;
};

// One fault or warning in a pipeline.
struct SLUICE_API Diagnostic {
    enum class Severity { error, warning };

    Severity severity = Severity::error;
    Place place;
    Wording subject;  // "normalize.low", "save", or empty
    Wording message;  // "120 is outside [0, 100]"

    // "pipeline.yaml:7:12: normalize.low: 120 is outside [0, 100]"
    Wording text() const;
};

// All faults and warnings of a pipeline, so that they are reported together.
class SLUICE_API Diagnostics {
public:
    void error(Place place, Wording subject, Wording message);
    void warning(Place place, Wording subject, Wording message);

    bool ok() const;  // no errors, but perhaps warnings
    bool empty() const { return list_.empty(); }
    std::vector<Diagnostic>::const_iterator begin() const { return list_.begin(); }
    std::vector<Diagnostic>::const_iterator end() const { return list_.end(); }

    Wording text() const;          // one per line, in the order found
    void throw_if_errors() const;  // throws Error(usage) with text() unless ok()

private:
    std::vector<Diagnostic> list_;
};

// The entry of `choices` with the smallest edit distance to `name`, for "did you mean ...?". "" if none is
// close enough. Any thread.
SLUICE_API std::string nearest(const std::string& name, const std::vector<std::string>& choices);

}  // namespace sluice
