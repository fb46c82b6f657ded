#include "pipeline/files/output.hpp"

#include <algorithm>
#include <cstring>

namespace sluice {

void MemoryOutput::write(std::uint64_t at, Bytes bytes) {
    const std::size_t end = static_cast<std::size_t>(at) + bytes.size();
    if (end > bytes_.size()) {
        if (end > bytes_.capacity()) bytes_.reserve(std::max(end, 2 * bytes_.size()));
        bytes_.resize(end);
    }
    if (!bytes.empty()) std::memcpy(bytes_.data() + at, bytes.data(), bytes.size());
}

std::size_t MemoryOutput::read(std::uint64_t at, std::span<std::uint8_t> dst) const {
    if (at >= bytes_.size()) return 0;
    const std::size_t count = std::min(dst.size(), bytes_.size() - static_cast<std::size_t>(at));
    std::memcpy(dst.data(), bytes_.data() + at, count);
    return count;
}

}  // namespace sluice
