// A disk of its own for a test: small, or read-only. It is seen by this process and its children alone.
#pragma once

#include <cstddef>
#include <string>

class Disk {
public:
    // Puts an empty disk over a folder.
    Disk(std::string folder, std::size_t bytes);
    ~Disk();
    Disk(const Disk&) = delete;
    Disk& operator=(const Disk&) = delete;

    // Why there is none: it takes root, and a system that lets root do it; or "".
    const std::string& missing() const { return missing_; }
    void grow(std::size_t bytes) const;
    void lock() const;  // nothing can be written from now on

private:
    void remount(unsigned long flags, std::size_t bytes) const;

    std::string folder_;
    std::size_t bytes_;
    std::string missing_;
};
