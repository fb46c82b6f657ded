// The file in which 'sluice tune' keeps what it has measured of a device.
#pragma once

#include "pipeline/core/device_facts.hpp"
#include "pipeline/core/warn.hpp"
#include "pipeline/plan/tuning/tuning.hpp"

#include <filesystem>
#include <memory>

namespace sluice {

// The folder of such files: SLUICE_TUNING_DIR, else sluice below XDG_CACHE_HOME or ~/.cache; "" without any
// of these. Any thread; it need not exist.
std::filesystem::path tuning_folder();
// Of a device, by its name; "" where there is no folder.
std::filesystem::path tuning_file(const DeviceFacts& device);

// What the file of a device says, or null where there is none. A file that cannot be read, or is for another
// version or device, is like none, and `warn` gets a sentence that names it. Throws only for lack of memory.
// Any thread.
std::shared_ptr<const DeviceTuning> own_tuning(const DeviceFacts& device, const Warn& warn = {});

// Of any file. Throws Error(input, file).
std::shared_ptr<const DeviceTuning> tuning_of_file(const std::filesystem::path& file);

}  // namespace sluice
