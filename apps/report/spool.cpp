#include "apps/report/spool.hpp"

#include "pipeline/files/write_all.hpp"

#include <algorithm>
#include <cerrno>
#include <string>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

namespace sluice::apps {
namespace {

[[noreturn]] void fail() { throw std::system_error(errno, std::generic_category()); }

int nameless(const std::filesystem::path& folder) {
    const std::filesystem::path there = folder.empty() ? "." : folder;
#ifdef O_TMPFILE
    const int made = ::open(there.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (made >= 0) return made;
#endif
    std::string name = (there / ".sluice-report-XXXXXX").string();
    const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
    if (descriptor >= 0) ::unlink(name.c_str());
    return descriptor;
}

}  // namespace

Spool::Spool(const std::filesystem::path& folder) {
    const int descriptor = nameless(folder);
    if (descriptor < 0) fail();
    file_.reset(::fdopen(descriptor, "w+b"));
    if (file_) return;
    ::close(descriptor);
    fail();
}

void Spool::put(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
    ends_.push_back((ends_.empty() ? 0 : ends_.back()) + static_cast<off_t>(text.size()));
}

void Spool::copy_to(int descriptor, std::size_t first, std::size_t last) {
    if (first >= last) return;
    if (std::fflush(file_.get()) != 0) fail();
    std::vector<char> piece(std::size_t{1} << 18);
    off_t at = first == 0 ? 0 : ends_[first - 1];
    while (at < ends_[last - 1]) {
        const auto rest = static_cast<std::size_t>(ends_[last - 1] - at);
        const ssize_t count = ::pread(::fileno(file_.get()), piece.data(), std::min(piece.size(), rest), at);
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) errno = EIO;  // somebody cut it
        if (count <= 0) fail();
        write_to(descriptor, {piece.data(), static_cast<std::size_t>(count)});
        at += count;
    }
}

void write_to(int descriptor, std::string_view text) {
    if (!sluice::write_all(descriptor, as_bytes(text))) fail();
}

}  // namespace sluice::apps
