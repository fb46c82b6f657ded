// The properties of a device. Plans depend on nothing else that a device says.
#pragma once

#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// The name of PoCL's platform.
inline constexpr std::string_view pocl_platform = "Portable Computing Language";

struct DeviceFacts {
    enum class Type { cpu, gpu, accelerator };

    std::string name, vendor, driver, platform, version;
    Type type = Type::cpu;
    std::size_t compute_units = 1;
    std::size_t global_bytes = 0;
    std::size_t max_allocation = 0;   // bytes in one buffer or image
    std::size_t local_bytes = 0;      // local memory per work-group
    std::size_t max_work_group = 1;   // work-items
    std::size_t max_image_width = 0;  // texels; 0 = no image objects
    std::size_t max_image_height = 0;
    bool fp64 = false;
    bool fp16 = false;             // half arithmetic; every device can load and store halves
    bool unified_memory = false;   // host and device share memory, so mapping is free
    bool exact_division = false;   // `/` and sqrt of floats can be rounded correctly
    bool inline_ptx = false;       // inline PTX compiles, including a memory fence across work-groups
    bool packed_minmax = false;    // inline PTX has min.u16x2: two 16-bit lanes in one instruction
    bool dot_bytes = false;        // inline PTX has dp4a: the sum of four byte products in one instruction
    bool fast_subnormals = false;  // floats below 2^-126 are kept, and are as fast as others
    bool packed_texels = false;    // image objects of RGBA/UNSIGNED_INT32 can be read and written
    // The texel formats of Storage::natural that can be read and written: "R/UNSIGNED_INT8", "R/UNORM_INT8".
    std::vector<std::string> natural_texels;

    bool images() const { return max_image_width > 0 && packed_texels; }
    bool cpu() const { return type == Type::cpu; }
    bool pocl() const { return platform == pocl_platform; }
};

template <>
inline constexpr std::array<std::string_view, 3> names_of<DeviceFacts::Type>{"cpu", "gpu", "accelerator"};

}  // namespace sluice
