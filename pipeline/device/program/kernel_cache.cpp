#include "pipeline/device/program/kernel_cache.hpp"

#include <cstdint>
#include <cstdlib>
#include <string>
#include <system_error>

#include <unistd.h>

namespace sluice {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

}  // namespace

fs::path kernel_cache() {
    if (!variable("POCL_CACHE_DIR").empty()) return variable("POCL_CACHE_DIR");
    if (!variable("XDG_CACHE_HOME").empty()) return fs::path(variable("XDG_CACHE_HOME")) / "pocl/kcache";
    if (!variable("HOME").empty()) return fs::path(variable("HOME")) / ".cache/pocl/kcache";
    return "/tmp/pocl/kcache";
}

bool can_be_written(const fs::path& folder) {
    std::error_code error;
    fs::create_directories(folder, error);
    return !error && ::access(folder.c_str(), W_OK | X_OK) == 0;
}

bool compiles_everything(const DeviceFacts& device) {
    const fs::path folder = kernel_cache();
    if (!device.pocl()) return false;
    if (variable("POCL_KERNEL_CACHE") == "0") return false;  // nothing is kept, so nobody can help
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (entry->is_directory(error) && entry->path().filename() != binary_folder_name) return false;
    return true;
}

bool lacks_room_for_kernels(const DeviceFacts& device) {
    constexpr std::uintmax_t of_a_kernel = 256 << 10;
    std::error_code error;
    const fs::space_info space = fs::space(kernel_cache(), error);
    return device.pocl() && !error && space.available < of_a_kernel;
}

}  // namespace sluice
