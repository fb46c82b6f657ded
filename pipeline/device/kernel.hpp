// A kernel, a thin owner of what OpenCL has (queue.hpp has the rules of all).
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace sluice {

class Memory;

// A kernel with its arguments. One thread at a time; each Session makes its own.
class SLUICE_API Kernel {
public:
    // Builds the program unless this device has it already (by text and options; the compiler of the
    // driver may have a cache of its own on disk). `name`: a kernel in it. `stage`: for messages.
    Kernel(const Device& device, const std::string& program_name, const std::string& source,
           const std::string& options, const std::string& name, const std::string& stage);

    void set(unsigned index, const Memory& memory);
    void set(unsigned index, std::int32_t value);
    void set(unsigned index, std::uint32_t value);
    void set(unsigned index, std::uint64_t value);
    void set(unsigned index, float value);
    void set(unsigned index, double value);

    struct Impl;
    Impl& impl() const;

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace sluice
