#include "pipeline/device/program/program_cache.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/device/error/errors.hpp"
#include "pipeline/device/find/facts.hpp"
#include "pipeline/device/program/build_log.hpp"
#include "pipeline/device/program/builtins.hpp"
#include "pipeline/device/program/kept_binaries.hpp"
#include "pipeline/device/state.hpp"

#include <cstdlib>
#include <exception>
#include <optional>
#include <utility>

namespace sluice {
namespace {

// "" when there is none: this is called when something failed already, so it does not throw.
std::string log_of(const cl::Program& program, cl_device_id device) {
    std::size_t size = 0;
    if (clGetProgramBuildInfo(program(), device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size) != CL_SUCCESS)
        return "";
    std::string log(size, '\0');
    if (clGetProgramBuildInfo(program(), device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr) !=
        CL_SUCCESS)
        return "";
    while (!log.empty() && (log.back() == '\0' || log.back() == '\n')) log.pop_back();
    return log;
}

// Of a developer, for every program: -cl-opt-disable compiles twice as fast with PoCL.
std::string developer_options() {
    const char* options = std::getenv("SLUICE_OPENCL_OPTIONS");
    return options == nullptr || *options == '\0' ? "" : " " + std::string(options);
}

struct Built {
    cl::Program program;
    cl_int code;
};

Built try_build(const Device::State& state, const std::string& name, const std::string& source,
                const std::string& options, const std::string& stage) {
    const cl::Program program =
        checked(stage, in_quotes(name), &state, [&] { return cl::Program(state.context, source, false); });
    const cl_device_id device = state.device();
    const WatchedCall call(stage, "clBuildProgram", in_quotes(name));
    // Not Program::build(): where that fails to fetch the log, it hides the error.
    return {program, clBuildProgram(program(), 1, &device, options.c_str(), nullptr, nullptr)};
}

// Nothing where the driver does not take it.
std::optional<cl::Program> built_from(const Binary& binary, const Device::State& state,
                                      const std::string& name, const std::string& options,
                                      const std::string& stage) {
    const WatchedCall call(stage, "clBuildProgram", in_quotes(name));
    const cl_device_id device = state.device();
    const std::size_t size = binary.size();
    const unsigned char* bytes = binary.data();
    cl_int taken = CL_SUCCESS, code = CL_SUCCESS;
    cl::Program program(clCreateProgramWithBinary(state.context(), 1, &device, &size, &bytes, &taken, &code));
    if (code != CL_SUCCESS || taken != CL_SUCCESS) return std::nullopt;
    code = clBuildProgram(program(), 1, &device, options.c_str(), nullptr, nullptr);
    return code == CL_SUCCESS ? std::optional(std::move(program)) : std::nullopt;
}

// Empty where the driver gives none.
Binary binary_of(const cl::Program& program, const std::string& name, const std::string& stage) {
    const WatchedCall call(stage, "clGetProgramInfo", in_quotes(name));
    std::size_t size = 0;
    if (clGetProgramInfo(program(), CL_PROGRAM_BINARY_SIZES, sizeof size, &size, nullptr) != CL_SUCCESS)
        return {};
    Binary binary(size);
    unsigned char* bytes = binary.data();
    if (clGetProgramInfo(program(), CL_PROGRAM_BINARIES, sizeof bytes, &bytes, nullptr) != CL_SUCCESS)
        return {};
    return binary;
}

// `short_headers`: whether to try them; false from then on where the driver's own header was needed.
cl::Program build_text(const Device::State& state, std::atomic<bool>& short_headers, const std::string& name,
                       const std::string& source, const std::string& options, const std::string& stage) {
    const cl_device_id device = state.device();
    const bool shortened = takes_short_header(state.facts) && short_headers && short_header_will_do(source);
    if (shortened) {
        const auto [program, code] = try_build(state, name, short_header(source, options) + source,
                                               options + short_header_option, stage);
        if (code == CL_SUCCESS) return program;
        if (log_of(program, device).empty())
            throw_failed(stage, "clBuildProgram", in_quotes(name), code, &state);
    }
    const auto [program, code] = try_build(state, name, source, options, stage);
    if (code == CL_SUCCESS) {
        if (shortened) short_headers = false;
        return program;
    }
    const std::string log = log_of(program, device);
    if (log.empty()) throw_failed(stage, "clBuildProgram", in_quotes(name), code, &state);
    throw Error(Error::Kind::device, stage,
                build_failure_text({name, source, options, state.facts.name, log}));
}

std::string platform_version(const Device::State& state) {
    cl_platform_id platform = nullptr;
    if (clGetDeviceInfo(state.device(), CL_DEVICE_PLATFORM, sizeof platform, &platform, nullptr) !=
        CL_SUCCESS)
        return "";
    return platform_text(platform, CL_PLATFORM_VERSION);
}

// From a binary that was kept, else from the text.
cl::Program build(const Device::State& state, std::atomic<bool>& short_headers, const std::string& name,
                  const std::string& source, const std::string& options, const std::string& stage) {
    const std::string key = binary_key(state.facts, platform_version(state), source, options);
    if (key.empty()) return build_text(state, short_headers, name, source, options, stage);
    static const auto began = std::chrono::system_clock::now();
    const std::filesystem::path folder = binary_folder();
    const std::optional<Binary> kept = kept_binary(folder, key, began);
    if (kept && !kept->empty())
        if (auto program = built_from(*kept, state, name, options, stage)) return *std::move(program);
    const cl::Program program = build_text(state, short_headers, name, source, options, stage);
    keep_binary(folder, key, kept ? binary_of(program, name, stage) : Binary());
    return program;
}

double counted(std::chrono::steady_clock::duration time) {
    const double seconds = std::chrono::duration<double>(time).count();
    return seconds > 0.05 ? seconds : 0;
}

}  // namespace

// A call of the compiler.
class ProgramCache::Timed {
public:
    explicit Timed(ProgramCache& cache) : cache_(cache) {
        const std::lock_guard lock(cache_.mutex_);
        begun_ = cache_.begun_.insert(Clock::now());
    }
    ~Timed() {
        const std::lock_guard lock(cache_.mutex_);
        cache_.seconds_ += counted(Clock::now() - *begun_);
        cache_.begun_.erase(begun_);
    }
    Timed(const Timed&) = delete;
    Timed& operator=(const Timed&) = delete;

private:
    ProgramCache& cache_;
    std::multiset<Clock::time_point>::iterator begun_;
};

double ProgramCache::seconds() const {
    const std::lock_guard lock(mutex_);
    double sum = seconds_;
    for (const Clock::time_point begun : begun_) sum += counted(Clock::now() - begun);
    return sum;
}

// Not what is being built: others may wait for it.
void ProgramCache::let_go() {
    for (auto at = asked_for_.end(); programs_.size() > most_programs && at != asked_for_.begin();) {
        const auto oldest = programs_.find(**--at);
        if (oldest->second.program.wait_for(std::chrono::seconds(0)) != std::future_status::ready) continue;
        at = asked_for_.erase(at);
        programs_.erase(oldest);
    }
}

cl::Program ProgramCache::get(const Device::State& device, const std::string& name, const std::string& source,
                              const std::string& options, const std::string& stage) {
    // Some drivers take the newest OpenCL C that they know when nothing is said. argument_kinds() needs the
    // other option. Without -w PoCL prints how many warnings there are, and on processors without AVX-512 it
    // warns of each wide vector.
    const std::string all_options =
        "-cl-std=CL1.2 -cl-kernel-arg-info -w" + (options.empty() ? "" : " " + options) + developer_options();
    const std::string key = all_options + '\0' + source;
    std::promise<cl::Program> promise;
    std::shared_future<cl::Program> other;
    {
        const std::lock_guard lock(mutex_);
        const auto [place, is_new] = programs_.try_emplace(key);
        Kept& kept = place->second;
        if (is_new) {
            kept = {promise.get_future().share(), asked_for_.insert(asked_for_.begin(), &place->first)};
            let_go();
        } else {
            asked_for_.splice(asked_for_.begin(), asked_for_, kept.asked_for);
            other = kept.program;
        }
    }
    if (other.valid()) {
        try {
            return other.get();
        } catch (const DeviceError& error) {  // of another thread, which may have asked for another stage
            throw DeviceError(stage, error.message(), error.code());
        } catch (const Error& error) {
            throw Error(error.kind(), stage, error.message());
        }
    }
    try {
        ++builds_;
        const Timed timed(*this);
        const cl::Program program = build(device, short_headers_, name, source, all_options, stage);
        promise.set_value(program);
        return program;
    } catch (...) {
        {
            const std::lock_guard lock(mutex_);
            const auto failed = programs_.find(key);
            asked_for_.erase(failed->second.asked_for);
            programs_.erase(failed);
        }
        promise.set_exception(std::current_exception());
        throw;
    }
}

}  // namespace sluice
