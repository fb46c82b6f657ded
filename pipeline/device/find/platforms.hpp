// What stands between a program and the devices: the OpenCL loader and the platforms that it found.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace sluice {

struct LoaderFacts {
    std::string name;     // "OpenCL ICD Loader (OCL Icd free software)"; "" where it does not say
    std::string version;  // "2.3.1"; "" where it does not say
    std::string path;     // of the library; "" where it is unknown
};

struct PlatformEntry {
    std::string name, version;
    std::size_t devices = 0;
};

// Any thread. Never throw.
LoaderFacts opencl_loader();
std::vector<PlatformEntry> list_platforms();  // in the order of the loader, those without a device too

}  // namespace sluice
