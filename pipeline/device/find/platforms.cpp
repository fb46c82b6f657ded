#include "pipeline/device/find/platforms.hpp"

#include "pipeline/device/find/facts.hpp"
#include "pipeline/device/find/find.hpp"

#include <array>

#include <dlfcn.h>

namespace sluice {

LoaderFacts opencl_loader() {
    LoaderFacts loader;
    Dl_info where{};
    if (void* function = ::dlsym(RTLD_DEFAULT, "clGetPlatformIDs");
        function != nullptr && ::dladdr(function, &where) != 0 && where.dli_fname != nullptr)
        loader.path = where.dli_fname;
    // An extension of ocl-icd that newer versions of Khronos' loader have too; no header has its numbers.
    enum Question : cl_uint { version = 2, name = 3, vendor = 4 };
    using Ask = cl_int (*)(cl_uint, std::size_t, void*, std::size_t*);
    const char* const extension = "clGetICDLoaderInfoOCLICD";
    auto ask = reinterpret_cast<Ask>(::dlsym(RTLD_DEFAULT, extension));
    using Find = void* (*)(const char*);
    if (const auto find = reinterpret_cast<Find>(::dlsym(RTLD_DEFAULT, "clGetExtensionFunctionAddress"));
        ask == nullptr && find != nullptr)
        ask = reinterpret_cast<Ask>(find(extension));
    if (ask == nullptr) return loader;
    const auto text = [ask](Question question) {
        std::array<char, 256> answer{};
        return ask(question, answer.size() - 1, answer.data(), nullptr) == CL_SUCCESS
                   ? std::string(answer.data())
                   : std::string();
    };
    loader.name = text(name);
    if (const std::string maker = text(vendor); !maker.empty()) loader.name += " (" + maker + ")";
    loader.version = text(version);
    return loader;
}

std::vector<PlatformEntry> list_platforms() {
    std::vector<PlatformEntry> entries;
    for (cl_platform_id platform : platform_ids())
        entries.push_back({platform_text(platform, CL_PLATFORM_NAME),
                           platform_text(platform, CL_PLATFORM_VERSION), device_ids(platform).size()});
    return entries;
}

}  // namespace sluice
