#include "apps/terminal/messages.hpp"

#include "apps/terminal/bar.hpp"

#include "pipeline/core/printable.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include <unistd.h>

namespace sluice::apps {
namespace {

void say(const std::string& text) {
    const Aside aside;
    std::fputs((printable_text(text, "\n") + "\n").c_str(), stderr);  // one call: lines of threads do not mix
}

[[noreturn]] void output_failed() {
    if (errno == EPIPE) throw OutputClosed();
    throw Error(Error::Kind::input, "standard output",
                std::string("cannot be written: ") + std::strerror(errno));
}

}  // namespace

void Messages::detail(const std::string& text) const {
    if (verbose) say(text);
}
void Messages::note(const std::string& text) const {
    if (!quiet) say(text);
}
void Messages::warning(const std::string& text) const {
    if (!quiet) say("warning: " + text);
}
void Messages::error(const std::string& text) const { say(text); }

void print(std::string_view text) {
    const bool terminal = ::isatty(STDOUT_FILENO) == 1;
    const Aside aside;
    const std::string shown = terminal ? printable_text(text, "\n\t") : std::string();
    if (terminal) text = shown;
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) output_failed();
}

void finish_output() {
    const Aside aside;
    errno = 0;
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) output_failed();
}

}  // namespace sluice::apps
