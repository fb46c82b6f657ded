// Errors and diagnostics: where something is wrong, what is wrong, what would be right.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/core/wording.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace sluice {

// A place in a text that the user wrote. Lines and columns count from 1; 0 = unknown.
struct SLUICE_API Place {
    std::string file;  // a path, or "chain" for a pipeline given in one argument
    int line = 0;
    int column = 0;

    // "pipeline.yaml:7:12"; parts that are unknown are left out.
    std::string text() const;
    bool operator==(const Place&) const = default;
};

// The one exception of the library. what() writes options as C++ programs do; another front end asks for
// in().
class SLUICE_API Error : public std::runtime_error {
public:
    // What a program does with it: the command line maps these to exit codes.
    enum class Kind {
        usage,      // a pipeline, a parameter or an argument is wrong: nothing was done
        input,      // one input could not be read, or one output not written
        no_device,  // no OpenCL device that could do the work
        device,     // an OpenCL call failed
    };

    Error(Kind kind, std::string where, Wording what);

    Kind kind() const noexcept { return kind_; }
    const std::string& where() const noexcept { return where_; }  // may be empty
    const Wording& message() const noexcept { return message_; }  // without `where`

    Wording text() const { return where_.empty() ? message_ : where_ + ": " + message_; }
    std::string in(Spelling spelling) const { return text().in(spelling); }
    // What would help, and options that the message names: what programs look at, and tests.
    std::vector<Remedy> remedies() const { return message_.remedies(); }

private:
    Kind kind_;
    std::string where_;
    Wording message_;
};

// One fault or warning found by checking; all of them are reported together.
struct SLUICE_API Diagnostic {
    enum class Severity { error, warning };

    Severity severity = Severity::error;
    Place place;
    Wording subject;  // "normalize.low", "save", or empty
    Wording message;  // "120 is outside [0, 100]"

    // "pipeline.yaml:7:12: normalize.low: 120 is outside [0, 100]"
    Wording text() const;
};

class SLUICE_API Diagnostics {
public:
    void error(Place place, Wording subject, Wording message);
    void warning(Place place, Wording subject, Wording message);

    bool ok() const;  // no error; warnings may be there
    bool empty() const { return list_.empty(); }
    std::vector<Diagnostic>::const_iterator begin() const { return list_.begin(); }
    std::vector<Diagnostic>::const_iterator end() const { return list_.end(); }

    Wording text() const;          // one line each, in the order found
    void throw_if_errors() const;  // throws Error(usage) with text() when !ok()

private:
    std::vector<Diagnostic> list_;
};

// The entry of `choices` that is nearest to `name` by edit distance, or "" when none is near
// enough to be what was meant. For "did you mean ...?".
SLUICE_API std::string nearest(const std::string& name, const std::vector<std::string>& choices);

}  // namespace sluice
