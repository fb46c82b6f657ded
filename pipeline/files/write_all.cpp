#include "pipeline/files/write_all.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>

#include <unistd.h>

namespace sluice {

bool write_all(int descriptor, Bytes bytes) {
    constexpr std::size_t most = std::size_t{1} << 30;  // of one call
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor, bytes.data(), std::min(bytes.size(), most));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(written));
    }
    return true;
}

}  // namespace sluice
