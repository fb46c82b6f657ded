#include "pipeline/device/kernel.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/device/state.hpp"

#include <utility>

namespace sluice {
namespace {

// What a kernel needs is known once it is compiled. PoCL ends the process when it is launched with more
// local memory than there is.
void check_local_memory(const Kernel::Impl& impl, const std::string& stage) {
    const Device::State& state = impl.device.state();
    const cl_ulong needed = checked(stage, impl.quoted, &state, [&] {
        return impl.kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(state.device);
    });
    if (needed <= state.facts.local_bytes) return;
    throw Error(Error::Kind::device, stage,
                "the kernel " + impl.quoted + " needs " + bytes_text(needed) + " of local memory; " +
                    state.facts.name + " has " + bytes_text(state.facts.local_bytes));
}

// `given` is what the caller has for it. PoCL takes a buffer for an image object without a word
// and ends the process at the launch.
template <class T>
void set_argument(Kernel::Impl& impl, unsigned index, ArgumentKind given, const T& value) {
    const auto argument = [&] { return "argument " + std::to_string(index) + " of " + impl.quoted; };
    const ArgumentKind taken = index < impl.kinds.size() ? impl.kinds[index] : ArgumentKind::unknown;
    if (taken != ArgumentKind::unknown && taken != given) {
        throw Error(Error::Kind::device, impl.stage,
                    argument() + " is " + text_of(taken) + ", but was given " + text_of(given));
    }
    const WatchedCall call(impl.stage, "clSetKernelArg", impl.name);
    try {
        impl.kernel.setArg(index, value);
    } catch (const cl::Error& error) {
        throw_failed(impl.stage, error.what(), argument(), error.err(), &impl.device.state());
    }
    if (index < impl.memories.size()) impl.memories[index] = Memory();
}

template <class T>
void set_number(Kernel::Impl& impl, unsigned index, T value) {
    set_argument(impl, index, ArgumentKind::number, value);
}

}  // namespace

Kernel::Impl::Impl(Device device_, std::string name_, std::string stage_)
    : device(std::move(device_)), name(std::move(name_)), quoted(in_quotes(name)), stage(std::move(stage_)) {}

Kernel::Kernel(const Device& device, const std::string& program_name, const std::string& source,
               const std::string& options, const std::string& name, const std::string& stage)
    : impl_(std::make_shared<Impl>(device, name, stage)) {
    Device::State& state = device.state();
    const cl::Program program = state.programs.get(state, program_name, source, options, stage);
    checked(stage, impl_->quoted, &state, [&] {
        impl_->kernel = cl::Kernel(program, name.c_str());
        impl_->kinds = argument_kinds(impl_->kernel);
        // A size that the text requires was granted when it was built; NVIDIA's driver still says 256.
        const auto required = impl_->kernel.getWorkGroupInfo<CL_KERNEL_COMPILE_WORK_GROUP_SIZE>(state.device);
        impl_->max_local = required[0] != 0
                               ? required[0]
                               : impl_->kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(state.device);
    });
    check_local_memory(*impl_, stage);
}

Kernel::Impl& Kernel::impl() const {
    if (impl_ == nullptr) throw Error(Error::Kind::usage, "kernel", "is empty, because it was moved from");
    return *impl_;
}

void Kernel::set(unsigned index, const Memory& memory) {
    const auto refuse = [&](const std::string& why) {
        throw Error(Error::Kind::device, impl().stage,
                    "argument " + std::to_string(index) + " of " + impl().quoted + " " + why);
    };
    if (!memory) refuse("was given empty memory");
    if (memory.impl().kind == Memory::Impl::Kind::pinned)
        refuse("was given host memory; copy it to device memory");
    const ArgumentKind kind = memory.impl().is_image() ? ArgumentKind::image : ArgumentKind::buffer;
    set_argument(impl(), index, kind, memory.impl().memory);
    if (impl().memories.size() <= index) impl().memories.resize(index + 1);
    impl().memories[index] = memory;
}

void Kernel::set(unsigned index, std::int32_t value) { set_number(impl(), index, value); }
void Kernel::set(unsigned index, std::uint32_t value) { set_number(impl(), index, value); }
void Kernel::set(unsigned index, std::uint64_t value) { set_number(impl(), index, value); }
void Kernel::set(unsigned index, float value) { set_number(impl(), index, value); }
void Kernel::set(unsigned index, double value) { set_number(impl(), index, value); }

}  // namespace sluice
