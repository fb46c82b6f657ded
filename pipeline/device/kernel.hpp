// Kernels of a device. The rules for all handles are in queue.hpp.
#pragma once

#include "pipeline/core/api.hpp"
#include "pipeline/device/device.hpp"

#include <cstdint>
#include <memory>
#include <string>

namespace sluice {

class Memory;

// A kernel with its arguments. Use it from one thread at a time; each Session has its own.
class SLUICE_API Kernel {
public:
    // Compiles the program, unless this Device has already compiled the same source with the same options.
    // (Drivers may also cache programs on disk.) `name` is a kernel in the program. `stage` is for messages.
    // Throws Error(device) with the compiler's message if the source does not compile.
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
