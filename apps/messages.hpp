// Results go to stdout and are checked; everything else that there is to say goes to stderr.
#pragma once

#include "pipeline/core/error.hpp"

#include <string>
#include <string_view>

namespace sluice::apps {

// What a command says about its work, on stderr. -v says more, -q only errors.
struct Messages {
    bool verbose = false;
    bool quiet = false;

    void detail(const std::string& text) const;   // with -v
    void note(const std::string& text) const;     // not with -q
    void warning(const std::string& text) const;  // not with -q; "warning: " goes before it
    void error(const std::string& text) const;    // always
};

// Writes results to stdout. Throws Error(input) when that fails: a closed pipe, a full disk.
void print(std::string_view text);
// Writes what is still in the buffer; the same errors.
void finish_output();

}  // namespace sluice::apps
