#include "pipeline/device/find/facts.hpp"

#include <algorithm>
#include <cstdio>
#include <sstream>

namespace sluice {
namespace {

template <class T>
T number(cl_device_id device, cl_device_info what, T otherwise) {
    T value{};
    const cl_int code = clGetDeviceInfo(device, what, sizeof value, &value, nullptr);
    return code == CL_SUCCESS ? value : otherwise;
}

bool flag(cl_device_id device, cl_device_info what) {
    return number<cl_bool>(device, what, CL_FALSE) == CL_TRUE;
}

// `ask(size, pointer, needed)` is a clGet...Info call.
template <class Ask>
std::string text(Ask&& ask) {
    std::size_t size = 0;
    if (ask(std::size_t{0}, nullptr, &size) != CL_SUCCESS || size == 0) return "";
    std::string answer(size, '\0');
    if (ask(size, answer.data(), nullptr) != CL_SUCCESS) return "";
    const auto blank = [](char c) { return c == '\0' || c == ' ' || c == '\n'; };
    while (!answer.empty() && blank(answer.back())) answer.pop_back();
    answer.erase(answer.begin(), std::find_if_not(answer.begin(), answer.end(), blank));
    return answer;
}

std::string device_text(cl_device_id device, cl_device_info what) {
    return text([&](std::size_t size, char* value, std::size_t* needed) {
        return clGetDeviceInfo(device, what, size, value, needed);
    });
}

bool has_extension(const std::string& extensions, const std::string& name) {
    std::istringstream words(extensions);
    for (std::string word; words >> word;)
        if (word == name) return true;
    return false;
}

DeviceFacts::Type type_of(cl_device_id device) {
    const auto type = number<cl_device_type>(device, CL_DEVICE_TYPE, CL_DEVICE_TYPE_CPU);
    if ((type & CL_DEVICE_TYPE_GPU) != 0) return DeviceFacts::Type::gpu;
    if ((type & CL_DEVICE_TYPE_CPU) != 0) return DeviceFacts::Type::cpu;
    return DeviceFacts::Type::accelerator;
}

// "OpenCL 1.2 ..." is 102; 0 when it cannot be read.
int version_number(const std::string& version) {
    int major = 0, minor = 0;
    if (std::sscanf(version.c_str(), "OpenCL %d.%d", &major, &minor) != 2) return 0;
    return 100 * major + minor;
}

bool floats_have(cl_device_id device, cl_device_fp_config what) {
    return (number<cl_device_fp_config>(device, CL_DEVICE_SINGLE_FP_CONFIG, 0) & what) != 0;
}

}  // namespace

std::string platform_text(cl_platform_id platform, cl_platform_info what) {
    return text([&](std::size_t size, char* value, std::size_t* needed) {
        return clGetPlatformInfo(platform, what, size, value, needed);
    });
}

DeviceFacts facts_of(cl_device_id device) {
    DeviceFacts facts;
    facts.name = device_text(device, CL_DEVICE_NAME);
    if (facts.name.empty()) facts.name = "a device without a name";
    facts.vendor = device_text(device, CL_DEVICE_VENDOR);
    facts.driver = device_text(device, CL_DRIVER_VERSION);
    facts.version = device_text(device, CL_DEVICE_VERSION);
    if (const auto platform = number<cl_platform_id>(device, CL_DEVICE_PLATFORM, nullptr))
        facts.platform = platform_text(platform, CL_PLATFORM_NAME);
    facts.type = type_of(device);
    facts.compute_units = std::max<cl_uint>(1, number<cl_uint>(device, CL_DEVICE_MAX_COMPUTE_UNITS, 1));
    facts.global_bytes = number<cl_ulong>(device, CL_DEVICE_GLOBAL_MEM_SIZE, 0);
    facts.max_allocation = number<cl_ulong>(device, CL_DEVICE_MAX_MEM_ALLOC_SIZE, 0);
    facts.local_bytes = number<cl_ulong>(device, CL_DEVICE_LOCAL_MEM_SIZE, 0);
    facts.max_work_group =
        std::max<std::size_t>(1, number<std::size_t>(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, 1));
    if (flag(device, CL_DEVICE_IMAGE_SUPPORT)) {
        facts.max_image_width = number<std::size_t>(device, CL_DEVICE_IMAGE2D_MAX_WIDTH, 0);
        facts.max_image_height = number<std::size_t>(device, CL_DEVICE_IMAGE2D_MAX_HEIGHT, 0);
    }
    const std::string extensions = device_text(device, CL_DEVICE_EXTENSIONS);
    facts.fp64 = has_extension(extensions, "cl_khr_fp64");
    facts.fp16 = has_extension(extensions, "cl_khr_fp16");
    facts.exact_division = floats_have(device, CL_FP_CORRECTLY_ROUNDED_DIVIDE_SQRT);
    facts.unified_memory = flag(device, CL_DEVICE_HOST_UNIFIED_MEMORY);
    return facts;
}

bool keeps_subnormals(cl_device_id device) { return floats_have(device, CL_FP_DENORM); }

std::string missing_of(cl_device_id device) {
    const auto type = number<cl_device_type>(device, CL_DEVICE_TYPE, 0);
    const std::string version = device_text(device, CL_DEVICE_VERSION);
    if (type == 0 || version.empty()) return "its driver does not answer";
    if (version_number(version) < 102) return "OpenCL 1.2 is needed, but it has " + version;
    if (!flag(device, CL_DEVICE_AVAILABLE)) return "its driver says that it is not available";
    if (!flag(device, CL_DEVICE_COMPILER_AVAILABLE)) return "its driver has no compiler";
    if (!flag(device, CL_DEVICE_ENDIAN_LITTLE)) return "it is not little endian";
    if ((type & (CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_ACCELERATOR)) == 0)
        return "it cannot run programs that are compiled for it";
    return "";
}

}  // namespace sluice
