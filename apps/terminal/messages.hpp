// Results go to stdout and are checked; everything else that there is to say goes to stderr.
#pragma once

#include "pipeline/core/error.hpp"

#include <string>
#include <string_view>

namespace sluice::apps {

// What a command says about its work, on stderr. -v says more, -q only errors. Control characters but
// newlines, wherever they come from, are shown as \xHH.
struct Messages {
    bool verbose = false;
    bool quiet = false;

    void detail(const std::string& text) const;   // with -v
    void note(const std::string& text) const;     // not with -q
    void warning(const std::string& text) const;  // not with -q; "warning: " goes before it
    void error(const std::string& text) const;    // always
};

// Nobody reads stdout any more: "sluice stages | head". The program ends as by SIGPIPE and says nothing.
struct OutputClosed {};

// Writes results to stdout; control characters but newlines and tabs are shown as \xHH on a terminal. Throws
// OutputClosed, and Error(input) when it fails otherwise: a full disk.
void print(std::string_view text);
// Writes what is still in the buffer; the same errors.
void finish_output();

}  // namespace sluice::apps
