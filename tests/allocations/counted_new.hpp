// operator new of this program counts.
#pragma once

#include <cstddef>

namespace sluice::test {

// How often this thread has allocated by operator new while a Counting of its own lived.
class Counting {
public:
    Counting();
    ~Counting();
    Counting(const Counting&) = delete;
    Counting& operator=(const Counting&) = delete;

    std::size_t allocations() const;
};

}  // namespace sluice::test
