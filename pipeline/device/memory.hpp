// Device memory. The rules for all handles are in queue.hpp.
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

// A buffer or an image object. `stage` is the name for error messages. The functions that allocate throw
// Error(device), and DeviceError if OpenCL fails.
class SLUICE_API Memory {
public:
    Memory() = default;
    static Memory buffer(const Device& device, std::size_t bytes, const std::string& stage);
    // A buffer that the host can read and write in place. With unified memory, kernels use the same buffer.
    // Otherwise it is pinned host memory, which serves for transfers only.
    static Memory shared(const Device& device, std::size_t bytes, const std::string& stage);
    // A buffer that uses the host memory at `host`, which must start at a page boundary (as in a HostImage)
    // and outlive the Memory. REQUIRES: unified memory.
    static Memory over(const Device& device, void* host, std::size_t bytes, const std::string& stage);
    // An image object of packed texels (RGBA/UNSIGNED_INT32, 16 bytes each). `texels`: per row.
    static Memory image(const Device& device, std::size_t texels, std::size_t rows, const std::string& stage);
    // An image object of natural texels, one pixel each: format.width x format.rows(); or of normalized ones,
    // which hold the same. Throws Error(device) if DeviceFacts::natural_texels lacks the texel format.
    static Memory natural(const Device& device, const ImageFormat& format, const std::string& stage,
                          bool normalized = false);

    explicit operator bool() const { return impl_ != nullptr; }
    std::size_t bytes() const;
    // The host address of pinned shared memory. It is valid as long as the Memory. Use it only while no
    // command uses the memory; no map() is needed. Null for unified memory, which must be mapped, and for
    // memory that is not shared.
    void* pinned() const;
    // Maps shared memory at once, without waiting for commands on a queue. REQUIRES: no command uses the
    // memory.
    void* map_idle(const std::string& stage) const;
    // For an image object: its texel format ("R/UNSIGNED_INT8"), the texels per row, and the number of rows.
    // For a buffer: "" and 0. The text is valid as long as the Memory.
    std::string_view texel() const;
    std::size_t texels() const;
    std::size_t rows() const;

    // Whether kernels of this device can use the memory: it must belong to the same context.
    bool is_of(const Device& device) const;

    struct Impl;
    Impl& impl() const;
    explicit Memory(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace sluice
