#include "tests/apps/batch/disk.hpp"

#include <doctest/doctest.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include <sched.h>
#include <sys/mount.h>

namespace {

std::string size_option(std::size_t bytes) { return "size=" + std::to_string(bytes); }

}  // namespace

Disk::Disk(std::string folder, std::size_t bytes) : folder_(std::move(folder)), bytes_(bytes) {
    const auto attempt = [&](int result, const char* what) {
        if (result != 0 && missing_.empty()) missing_ = std::string(what) + ": " + std::strerror(errno);
        return missing_.empty();
    };
    if (attempt(::unshare(CLONE_NEWNS), "no mounts of its own") &&
        attempt(::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr), "no private mounts"))
        attempt(::mount("none", folder_.c_str(), "tmpfs", 0, size_option(bytes).c_str()), "no tmpfs");
}

Disk::~Disk() {
    if (missing_.empty()) ::umount2(folder_.c_str(), MNT_DETACH);
}

void Disk::grow(std::size_t bytes) const { remount(0, bytes); }
void Disk::lock() const { remount(MS_RDONLY, bytes_); }

void Disk::remount(unsigned long flags, std::size_t bytes) const {
    REQUIRE(::mount("none", folder_.c_str(), "tmpfs", MS_REMOUNT | flags, size_option(bytes).c_str()) == 0);
}
