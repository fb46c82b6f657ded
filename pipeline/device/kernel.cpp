#include "pipeline/core/message.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/device/state.hpp"

namespace sluice {
namespace {

// What a kernel needs is known once it is compiled. PoCL ends the process when it is launched with more
// local memory than there is.
void check_local_memory(const Kernel::Impl& impl, const std::string& stage) {
    const Device::State& state = impl.device.state();
    const cl_ulong needed = checked(stage, in_quotes(impl.name), &state, [&] {
        return impl.kernel.getWorkGroupInfo<CL_KERNEL_LOCAL_MEM_SIZE>(state.device);
    });
    if (needed <= state.facts.local_bytes) return;
    throw Error(Error::Kind::device, stage,
                "the kernel " + in_quotes(impl.name) + " needs " + bytes_text(needed) + " of local memory; " +
                    state.facts.name + " has " + bytes_text(state.facts.local_bytes));
}

template <class T>
void set_argument(Kernel::Impl& impl, unsigned index, const T& value) {
    checked("", "argument " + std::to_string(index) + " of " + in_quotes(impl.name), &impl.device.state(),
            [&] { impl.kernel.setArg(index, value); });
    if (index < impl.memories.size()) impl.memories[index] = Memory();
}

}  // namespace

Kernel::Kernel(const Device& device, const std::string& program_name, const std::string& source,
               const std::string& options, const std::string& name, const std::string& stage)
    : impl_(std::make_shared<Impl>(Impl{device, name, {}, 1, {}})) {
    Device::State& state = device.state();
    const cl::Program program = state.programs.get(state, program_name, source, options, stage);
    checked(stage, in_quotes(name), &state, [&] {
        impl_->kernel = cl::Kernel(program, name.c_str());
        impl_->max_local = impl_->kernel.getWorkGroupInfo<CL_KERNEL_WORK_GROUP_SIZE>(state.device);
    });
    check_local_memory(*impl_, stage);
}

void Kernel::set(unsigned index, const Memory& memory) {
    const auto refuse = [&](const std::string& why) {
        throw Error(
            Error::Kind::device, "",
            "argument " + std::to_string(index) + " of the kernel " + in_quotes(impl_->name) + " " + why);
    };
    if (!memory) refuse("is memory that was never made");
    if (memory.impl().kind == Memory::Impl::Kind::pinned)
        refuse("is memory of the host: copy it to memory of the device");
    set_argument(*impl_, index, memory.impl().memory);
    if (impl_->memories.size() <= index) impl_->memories.resize(index + 1);
    impl_->memories[index] = memory;
}

void Kernel::set(unsigned index, std::int32_t value) { set_argument(*impl_, index, value); }
void Kernel::set(unsigned index, std::uint32_t value) { set_argument(*impl_, index, value); }
void Kernel::set(unsigned index, std::uint64_t value) { set_argument(*impl_, index, value); }
void Kernel::set(unsigned index, float value) { set_argument(*impl_, index, value); }
void Kernel::set(unsigned index, double value) { set_argument(*impl_, index, value); }

}  // namespace sluice
