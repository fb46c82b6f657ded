// A descriptor of a file, a pipe or a socket that is closed with its owner.
#pragma once

#include <utility>

#include <unistd.h>

namespace sluice {

class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;

    explicit operator bool() const { return number_ >= 0; }
    int number() const { return number_; }
    // The caller closes it.
    [[nodiscard]] int release() { return std::exchange(number_, -1); }
    // False: the system says, in errno, that what was written is not all there.
    [[nodiscard]] bool close() { return ::close(std::exchange(number_, -1)) == 0; }

private:
    int number_;
};

}  // namespace sluice
