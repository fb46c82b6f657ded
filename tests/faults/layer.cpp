#include "tests/faults/layer.hpp"

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#include <CL/cl_layer.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include <time.h>
#include <unistd.h>

namespace {

std::mutex mutex;  // for the next three
Faults faults;
unsigned long calls = 0;
unsigned long failed = 0;

const cl_icd_dispatch* driver = nullptr;
cl_icd_dispatch ours;

// What becomes of a call.
enum class Fate { goes_on, fails, fails_on_queue, hangs, hangs_on_queue, lies, is_late, ends };

Fate fate_of(const char* entry, std::size_t allocates) {
    const std::lock_guard lock(mutex);
    if (faults.entry[0] != '\0' && std::strcmp(faults.entry, entry) != 0) return Fate::goes_on;
    ++calls;
    const auto hit = [&] {
        switch (faults.mode) {
            case Faults::none: return false;
            case Faults::once:
            case Faults::hang:
            case Faults::hung_command:
            case Faults::end:
            case Faults::command: return calls == faults.call;
            case Faults::late: return true;
            case Faults::lie:
            case Faults::from: return calls >= faults.call;
            case Faults::larger: return allocates > faults.bytes;
        }
        return false;
    };
    if (!hit()) return Fate::goes_on;
    ++failed;
    if (failed == 1 && std::getenv("SLUICE_FAULTS_TELL") != nullptr) std::fprintf(stderr, "  %s\n", entry);
    switch (faults.mode) {
        case Faults::command: return Fate::fails_on_queue;
        case Faults::hang: return Fate::hangs;
        case Faults::hung_command: return Fate::hangs_on_queue;
        case Faults::lie: return Fate::lies;
        case Faults::late: return Fate::is_late;
        case Faults::end: return Fate::ends;
        default: return Fate::fails;
    }
}

// --- commands that fail on their queue -----------------------------------------------------------------

// An event that a command waits for, and that fails. All else that the command should wait for is done
// before, so that it fails at the same place each time.
class Failing {
public:
    Failing(cl_command_queue queue, cl_uint count, const cl_event* waits) {
        if (count > 0) driver->clWaitForEvents(count, waits);
        driver->clFinish(queue);
        cl_context context = nullptr;
        driver->clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, nullptr);
        event_ = driver->clCreateUserEvent(context, nullptr);
    }
    ~Failing() {
        if (faults.mode == Faults::hung_command) return;  // it stays as it is
        driver->clSetUserEventStatus(event_, faults.error);
        driver->clReleaseEvent(event_);
    }
    Failing(const Failing&) = delete;
    Failing& operator=(const Failing&) = delete;

    const cl_event* event() const { return &event_; }

private:
    cl_event event_;
};

// --- the device of a call ---------------------------------------------------------------------------------

// PoCL's devices are called basic-... and pthread-..., and since its fourth version cpu-minimal-... and
// cpu-...
bool is_meant(cl_device_id device) {
    char name[256] = "";
    driver->clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name - 1, name, nullptr);
    const std::string_view found = name, asked = faults.device;
    const bool minimal = found.starts_with("cpu-minimal"), newer = found.starts_with("cpu-");
    return found.find(asked) != found.npos || (asked == "basic" && minimal) ||
           (asked == "pthread" && newer && !minimal);
}

// Whether a call is for the device that is to fail; calls whose arguments do not tell are not.
template <class... Arguments>
bool is_meant(const std::tuple<Arguments...>& arguments) {
    if (faults.device[0] == '\0') return true;
    using First = std::tuple_element_t<0, std::tuple<Arguments...>>;
    cl_device_id device = nullptr;
    if constexpr (std::is_same_v<First, cl_command_queue>) {
        driver->clGetCommandQueueInfo(std::get<0>(arguments), CL_QUEUE_DEVICE, sizeof device, &device,
                                      nullptr);
    } else if constexpr (std::is_same_v<First, cl_context>) {
        driver->clGetContextInfo(std::get<0>(arguments), CL_CONTEXT_DEVICES, sizeof device, &device, nullptr);
    } else if constexpr (std::is_same_v<First, const cl_context_properties*>) {
        if constexpr (sizeof...(Arguments) == 6) device = std::get<2>(arguments)[0];
    }
    return device != nullptr && is_meant(device);
}

// --- one function for each entry -------------------------------------------------------------------------

template <auto Entry>
const char* name_of = nullptr;

template <auto Entry>
using Named = std::integral_constant<decltype(Entry), Entry>;
template <auto Entry, auto Other>
constexpr bool is_entry = std::is_same_v<Named<Entry>, Named<Other>>;  // their types may differ

template <auto Entry, class... Arguments>
std::size_t allocated(const std::tuple<Arguments...>& arguments) {
    if constexpr (is_entry<Entry, &cl_icd_dispatch::clCreateBuffer>) {
        return std::get<2>(arguments);
    } else if constexpr (is_entry<Entry, &cl_icd_dispatch::clCreateImage>) {
        const cl_image_desc& image = *std::get<3>(arguments);
        return 16 * image.image_width * std::max<std::size_t>(image.image_height, 1);
    } else {
        return 0;
    }
}

// Where the list of events stands among the arguments of a call that puts a command on a queue; 0 = it puts
// none there. Whether it may block until the command is done: then it cannot fail on the queue.
template <class Result, class... Arguments>
constexpr std::size_t waits_at() {
    using All = std::tuple<Arguments...>;
    constexpr std::size_t last = sizeof...(Arguments) - (std::is_pointer_v<Result> ? 1 : 0);
    if constexpr (last >= 4) {
        if constexpr (std::is_same_v<std::tuple_element_t<0, All>, cl_command_queue> &&
                      std::is_same_v<std::tuple_element_t<last - 1, All>, cl_event*> &&
                      std::is_same_v<std::tuple_element_t<last - 2, All>, const cl_event*>)
            return last - 2;
    }
    return 0;
}
template <class... Arguments>
bool blocks(const std::tuple<Arguments...>& arguments) {
    if constexpr (sizeof...(Arguments) > 3) {
        if constexpr (std::is_same_v<std::tuple_element_t<1, std::tuple<Arguments...>>, cl_mem> &&
                      std::is_same_v<std::tuple_element_t<2, std::tuple<Arguments...>>, cl_bool>)
            return std::get<2>(arguments) == CL_TRUE;
    }
    return false;
}

// The first bytes that a command gives to the host become others than those that the device has.
void spoil(cl_command_queue queue, void* bytes, std::size_t count) {
    if (bytes == nullptr) return;
    driver->clFinish(queue);
    for (std::size_t i = 0; i < std::min<std::size_t>(count, 64); ++i)
        static_cast<unsigned char*>(bytes)[i] ^= 0x5A;
}

template <auto Entry, class Function>
struct Hook;

template <auto Entry, class Result, class... Arguments>
struct Hook<Entry, Result(CL_API_CALL*)(Arguments...)> {
    static Result lying(const std::tuple<Arguments...>& arguments) {
        const Result result = std::apply(driver->*Entry, arguments);
        if constexpr (is_entry<Entry, &cl_icd_dispatch::clEnqueueReadBuffer>)
            spoil(std::get<0>(arguments), std::get<5>(arguments), std::get<4>(arguments));
        if constexpr (is_entry<Entry, &cl_icd_dispatch::clEnqueueMapBuffer>)
            spoil(std::get<0>(arguments), result, std::get<5>(arguments));
        return result;
    }

    // Who is told that a command is done is told so after others are.
    static Result late(const std::tuple<Arguments...>& arguments) {
        constexpr timespec moment{0, 2'000'000};
        const Result result = std::apply(driver->*Entry, arguments);
        ::nanosleep(&moment, nullptr);
        return result;
    }

    static Result CL_API_CALL call(Arguments... given) {
        std::tuple<Arguments...> arguments(given...);
        if (!is_meant(arguments)) return std::apply(driver->*Entry, arguments);
        const Fate fate = fate_of(name_of<Entry>, allocated<Entry>(arguments));
        if (fate == Fate::goes_on) return std::apply(driver->*Entry, arguments);
        if (fate == Fate::lies) return lying(arguments);
        if (fate == Fate::is_late) return late(arguments);
        if (fate == Fate::ends) std::raise(SIGKILL);
        constexpr std::size_t waits = waits_at<Result, Arguments...>();
        if constexpr (waits > 0) {
            if ((fate == Fate::fails_on_queue || fate == Fate::hangs_on_queue) && !blocks(arguments)) {
                cl_uint& count = std::get<waits - 1>(arguments);
                const Failing failing(std::get<0>(arguments), count, std::get<waits>(arguments));
                count = 1;
                std::get<waits>(arguments) = failing.event();
                return std::apply(driver->*Entry, arguments);
            }
        }
        while (fate == Fate::hangs || fate == Fate::hangs_on_queue) ::pause();
        // A device that is lost leaves nothing on its way; PoCL does, and waits for it when a queue is
        // released.
        constexpr bool ends = std::is_same_v<std::tuple<Arguments...>, std::tuple<cl_command_queue>>;
        if constexpr (ends)
            if (faults.mode == Faults::from) std::apply(driver->*Entry, arguments);
        if constexpr (std::is_pointer_v<Result>) {
            cl_int* code = std::get<sizeof...(Arguments) - 1>(arguments);
            if (code != nullptr) *code = faults.error;
            return nullptr;
        } else {
            return faults.error;
        }
    }
};

template <auto Entry, class Function>
void hook(Function cl_icd_dispatch::*, const char* name) {
    name_of<Entry> = name;
    ours.*Entry = &Hook<Entry, Function>::call;
}

// All that a program of 1.2 calls and that can fail, but for retaining and releasing.
void hook_all() {
#define HOOK(entry) hook<&cl_icd_dispatch::entry>(&cl_icd_dispatch::entry, #entry)
    HOOK(clGetPlatformIDs);
    HOOK(clGetPlatformInfo);
    HOOK(clGetDeviceIDs);
    HOOK(clGetDeviceInfo);
    HOOK(clCreateContext);
    HOOK(clGetContextInfo);
    HOOK(clCreateCommandQueue);
    HOOK(clGetCommandQueueInfo);
    HOOK(clCreateBuffer);
    HOOK(clCreateImage);
    HOOK(clGetSupportedImageFormats);
    HOOK(clGetMemObjectInfo);
    HOOK(clGetImageInfo);
    HOOK(clCreateProgramWithSource);
    HOOK(clBuildProgram);
    HOOK(clGetProgramInfo);
    HOOK(clGetProgramBuildInfo);
    HOOK(clCreateKernel);
    HOOK(clSetKernelArg);
    HOOK(clGetKernelInfo);
    HOOK(clGetKernelArgInfo);
    HOOK(clGetKernelWorkGroupInfo);
    HOOK(clWaitForEvents);
    HOOK(clGetEventInfo);
    HOOK(clGetEventProfilingInfo);
    HOOK(clFlush);
    HOOK(clFinish);
    HOOK(clEnqueueReadBuffer);
    HOOK(clEnqueueWriteBuffer);
    HOOK(clEnqueueCopyBuffer);
    HOOK(clEnqueueReadImage);
    HOOK(clEnqueueWriteImage);
    HOOK(clEnqueueCopyImage);
    HOOK(clEnqueueCopyImageToBuffer);
    HOOK(clEnqueueCopyBufferToImage);
    HOOK(clEnqueueMapBuffer);
    HOOK(clEnqueueUnmapMemObject);
    HOOK(clEnqueueNDRangeKernel);
    HOOK(clEnqueueReadBufferRect);
    HOOK(clEnqueueWriteBufferRect);
    HOOK(clEnqueueCopyBufferRect);
    HOOK(clEnqueueFillBuffer);
    HOOK(clEnqueueMarkerWithWaitList);
#undef HOOK
}

// --- settings ------------------------------------------------------------------------------------------

std::string variable(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

Faults faults_of_environment() {
    Faults asked;
    const std::string mode = variable("SLUICE_FAULT");
    if (mode == "once") asked.mode = Faults::once;
    if (mode == "from") asked.mode = Faults::from;
    if (mode == "larger") asked.mode = Faults::larger;
    if (mode == "command") asked.mode = Faults::command;
    if (mode == "hang") asked.mode = Faults::hang;
    if (mode == "hung-command") asked.mode = Faults::hung_command;
    if (mode == "lie") asked.mode = Faults::lie;
    if (mode == "late") asked.mode = Faults::late;
    if (mode == "end") asked.mode = Faults::end;
    asked.call = std::strtoul(variable("SLUICE_FAULT_CALL").c_str(), nullptr, 10);
    if (const std::string error = variable("SLUICE_FAULT_ERROR"); !error.empty())
        asked.error = std::atoi(error.c_str());
    asked.bytes = std::strtoul(variable("SLUICE_FAULT_BYTES").c_str(), nullptr, 10);
    std::snprintf(asked.entry, sizeof asked.entry, "%s", variable("SLUICE_FAULT_ENTRY").c_str());
    std::snprintf(asked.device, sizeof asked.device, "%s", variable("SLUICE_FAULT_DEVICE").c_str());
    return asked;
}

void write_count() {
    if (std::FILE* file = std::fopen(variable("SLUICE_FAULT_COUNT").c_str(), "w")) {
        std::fprintf(file, "%lu\n", calls);
        std::fclose(file);
    }
}

}  // namespace

void sluice_plan_faults(const Faults* asked) {
    const std::lock_guard lock(mutex);
    faults = *asked;
    calls = failed = 0;
}

unsigned long sluice_calls() {
    const std::lock_guard lock(mutex);
    return calls;
}

unsigned long sluice_failed_calls() {
    const std::lock_guard lock(mutex);
    return failed;
}

CL_API_ENTRY cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void* value, size_t* needed) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const char name[] = "sluice: faults for tests";
    const auto answer = [&](const void* bytes, std::size_t count) -> cl_int {
        if (value != nullptr && size < count) return CL_INVALID_VALUE;
        if (value != nullptr) std::memcpy(value, bytes, count);
        if (needed != nullptr) *needed = count;
        return CL_SUCCESS;
    };
    if (what == CL_LAYER_API_VERSION) return answer(&version, sizeof version);
    if (what == CL_LAYER_NAME) return answer(name, sizeof name);
    return CL_INVALID_VALUE;
}

CL_API_ENTRY cl_int CL_API_CALL clInitLayer(cl_uint count, const cl_icd_dispatch* target, cl_uint* our_count,
                                            const cl_icd_dispatch** our_dispatch) {
    constexpr cl_uint entries = sizeof(cl_icd_dispatch) / sizeof(void*);
    if (target == nullptr || our_dispatch == nullptr || count < entries) return CL_INVALID_VALUE;
    driver = target;
    ours = *target;
    hook_all();
    faults = faults_of_environment();
    if (!variable("SLUICE_FAULT_COUNT").empty()) std::atexit(write_count);
    *our_dispatch = &ours;
    if (our_count != nullptr) *our_count = entries;
    return CL_SUCCESS;
}
