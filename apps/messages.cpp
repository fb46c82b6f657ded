#include "apps/messages.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>

namespace sluice::apps {
namespace {

void say(const std::string& text) {
    std::fputs((text + "\n").c_str(), stderr);  // one call, so that lines of threads do not mix
}

[[noreturn]] void output_failed() {
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
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) output_failed();
}

void finish_output() {
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) output_failed();
}

}  // namespace sluice::apps
