// Memory of a device, a thin owner of what OpenCL has (queue.hpp has the rules of all).
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace sluice {

struct ImageFormat;

// Device memory: a buffer, or an image object of packed texels (16 bytes: RGBA/UNSIGNED_INT32) or of natural
// ones (a pixel each).
class SLUICE_API Memory {
public:
    Memory() = default;
    static Memory buffer(const Device& device, std::size_t bytes, const std::string& stage);
    // For a buffer that the host fills or reads in place: lies in memory that both reach (unified
    // memory: the buffer itself; else pinned memory of the host, for transfers only).
    static Memory shared(const Device& device, std::size_t bytes, const std::string& stage);
    // A buffer that is this memory of the host's, which must stay as long as this does and begin at a page
    // (HostImage does). REQUIRES: unified memory.
    static Memory over(const Device& device, void* host, std::size_t bytes, const std::string& stage);
    // Of packed texels.
    static Memory image(const Device& device, std::size_t texels, std::size_t rows, const std::string& stage);
    // Of natural ones: width x rows() of the format. Throws Error(device) where DeviceFacts::natural_texels
    // has not the one that it takes.
    static Memory natural(const Device& device, const ImageFormat& format, const std::string& stage);

    explicit operator bool() const { return impl_ != nullptr; }
    std::size_t bytes() const;
    // Where the host finds shared memory all its life: no map() is needed, only that no command uses it.
    // Null where it must be mapped (unified memory), and for all that is not shared.
    void* pinned() const;
    // Queue::map() of shared memory that no command uses, at once: not behind what is on a queue.
    void* map_idle(const std::string& stage) const;
    // Of an image object: what its texels are ("R/UNSIGNED_INT8"), how many in a row, and rows; "" and 0
    // of what is none. The text lives as long as the memory.
    std::string_view texel() const;
    std::size_t texels() const;
    std::size_t rows() const;

    // Whether kernels of this device reach it: whether both are of one context.
    bool is_of(const Device& device) const;

    struct Impl;
    Impl& impl() const;
    explicit Memory(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace sluice
