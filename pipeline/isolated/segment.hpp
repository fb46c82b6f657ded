// Memory that two processes share, of a size that neither can change: so that no access to it can fail.
#pragma once

#include "pipeline/files/descriptor.hpp"

#include <cstddef>

namespace sluice::isolated {

class Segment {
public:
    // New memory, zero. Throws std::bad_alloc.
    explicit Segment(std::size_t bytes);
    // That of a descriptor from another process. Throws std::bad_alloc.
    Segment(const Descriptor& file, std::size_t bytes);
    ~Segment();
    Segment(const Segment&) = delete;
    Segment& operator=(const Segment&) = delete;

    std::byte* data() const { return data_; }
    std::size_t bytes() const { return bytes_; }
    int file() const { return file_.number(); }
    // Gives its pages back to the system; it stays, and is zero.
    void clear() const;

private:
    void map(int file);

    Descriptor file_;
    std::byte* data_ = nullptr;
    std::size_t bytes_;
};

}  // namespace sluice::isolated
