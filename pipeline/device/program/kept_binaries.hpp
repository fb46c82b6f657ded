// Programs that PoCL has built, kept on disk as it hands them out. Included only inside this floor.
//
// PoCL finds a text in its own cache only after it has preprocessed it; a binary it takes at once. Before it
// hands one out it compiles all kernels, so the process that builds a program first leaves a mark, and one
// that begins later keeps the binary: PoCL has the kernels then. Other processes may read and write the
// folder meanwhile: a file is whole or not there.
#pragma once

#include "pipeline/core/device_facts.hpp"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

using Binary = std::vector<unsigned char>;

// What a binary depends on: text, options, device, driver, and PoCL's environment variables. "" where none is
// kept: for other drivers; with POCL_KERNEL_CACHE=0; and unless POCL_WORK_GROUP_SPECIALIZATION is 0, since
// PoCL would compile each kernel twice, once for the binary. `platform`: its version, which names PoCL's
// LLVM.
std::string binary_key(const DeviceFacts& device, const std::string& platform, const std::string& source,
                       const std::string& options);

// The folder `sluice` in that of the kernel cache.
std::filesystem::path binary_folder();

// Empty: a process that was there before `began` left a mark. Nothing: neither, or the file is damaged,
// another user's, or another key's. Any thread.
std::optional<Binary> kept_binary(const std::filesystem::path& folder, const std::string& key,
                                  std::chrono::system_clock::time_point began);

// What the files of the folder may have together; of more, those go that were used longest ago.
inline constexpr std::uintmax_t most_binary_bytes = std::uintmax_t{64} << 20;

// Does nothing where it cannot write. Any thread. An empty binary is the mark.
void keep_binary(const std::filesystem::path& folder, const std::string& key, const Binary& binary,
                 std::uintmax_t most_bytes = most_binary_bytes) noexcept;

}  // namespace sluice
