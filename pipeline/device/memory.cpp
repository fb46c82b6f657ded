#include "pipeline/device/memory.hpp"

#include "pipeline/core/device_name.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/normalized_texel.hpp"
#include "pipeline/device/find/facts.hpp"
#include "pipeline/device/image_block.hpp"
#include "pipeline/device/state.hpp"

#include <algorithm>
#include <memory>

namespace sluice {
namespace {

using Kind = Memory::Impl::Kind;

void check_size(const Device& device, std::size_t bytes, const std::string& what, const std::string& stage) {
    const DeviceFacts& facts = device.facts();
    if (bytes <= facts.max_allocation) return;
    throw Error(Error::Kind::device, stage,
                what + " of " + bytes_text(bytes) + " is more than the device (" + short_name(facts) +
                    ") allows in one allocation: " + bytes_text(facts.max_allocation));
}

void count(Memory::Impl& memory) {
    memory.held = memory.bytes;
    memory.device.state().held_bytes += memory.held;
}

// Drivers of CPUs take ordinary pages. Throws cl::Error.
cl::Buffer buffer_over_image_memory(const Device& device, std::size_t bytes) {
    using Block = std::shared_ptr<void>;
    std::unique_ptr<Block> block;
    try {
        block = std::make_unique<Block>(image_block(bytes));
    } catch (const std::bad_alloc&) {  // as the driver would say it
        throw cl::Error(CL_MEM_OBJECT_ALLOCATION_FAILURE, "clCreateBuffer");
    }
    cl::Buffer buffer(device.state().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, block->get());
    // Commands on a queue may outlive the handle.
    buffer.setDestructorCallback([](cl_mem, void* gone) { delete static_cast<Block*>(gone); }, block.get());
    block.release();
    return buffer;
}

std::shared_ptr<Memory::Impl> make_buffer(const Device& device, Kind kind, std::size_t bytes,
                                          const std::string& stage) {
    check_size(device, bytes, "a buffer", stage);
    auto impl = std::make_shared<Memory::Impl>(device, kind, bytes);
    const cl_mem_flags flags = CL_MEM_READ_WRITE | (kind == Kind::buffer ? 0 : CL_MEM_ALLOC_HOST_PTR);
    // OpenCL has no buffer of no bytes, but a table without fields is one.
    const std::size_t size = std::max<std::size_t>(bytes, 16);
    checked(stage, bytes, &device.state(), [&] {
        impl->memory = device.facts().cpu() ? buffer_over_image_memory(device, size)
                                            : cl::Buffer(device.state().context, flags, size);
    });
    count(*impl);
    return impl;
}

struct Texels {
    std::string name;
    std::size_t bytes, width, rows;
};

std::shared_ptr<Memory::Impl> make_image(const Device& device, const Texels& texels,
                                         const std::string& stage) {
    const DeviceFacts& facts = device.facts();
    const std::string size = std::to_string(texels.width) + " x " + std::to_string(texels.rows) + " texels";
    const auto refuse = [&](const std::string& why) {
        throw Error(Error::Kind::device, stage, "an image object of " + size + " " + why);
    };
    if (texels.width == 0 || texels.rows == 0) refuse("is empty");
    if (texels.width > facts.max_image_width || texels.rows > facts.max_image_height) {
        refuse("is more than the device (" + short_name(facts) + ") takes: " +
               std::to_string(facts.max_image_width) + " x " + std::to_string(facts.max_image_height));
    }
    const std::size_t bytes = texels.bytes * texels.width * texels.rows;
    check_size(device, bytes, "an image object", stage);
    auto impl = std::make_shared<Memory::Impl>(device, Kind::image, bytes);
    impl->texel = texels.name;
    impl->texel_bytes = texels.bytes;
    impl->texels = texels.width;
    impl->rows = texels.rows;
    checked(stage, size, &device.state(), [&] {
        const cl_image_format format = texel_format(texels.name);
        impl->memory =
            cl::Image2D(device.state().context, CL_MEM_READ_WRITE,
                        cl::ImageFormat(format.image_channel_order, format.image_channel_data_type),
                        texels.width, texels.rows);
    });
    count(*impl);
    return impl;
}

}  // namespace

Memory::Impl::~Impl() {
    device.state().held_bytes -= held;
    if (pointer == nullptr) return;
    const WatchedCall call("", "clFinish", "");
    try {
        map_queue.enqueueUnmapMemObject(memory, pointer);
        map_queue.finish();
    } catch (const cl::Error&) {  // the memory goes all the same
    }
}

cl::CommandQueue& Device::State::mapping_queue() {
    std::call_once(mapping_queue_made_, [&] { mapping_queue_ = new_queue(context, device); });
    return mapping_queue_;
}

Memory::Impl& Memory::impl() const {
    if (impl_ == nullptr)
        throw Error(Error::Kind::usage, "memory",
                    "is empty, because it was never allocated or was moved from");
    return *impl_;
}

bool Memory::is_of(const Device& device) const {
    return impl().device.state().context() == device.state().context();
}

std::size_t Memory::bytes() const { return impl_ ? impl_->bytes : 0; }
std::string_view Memory::texel() const { return impl_ ? std::string_view(impl_->texel) : ""; }
std::size_t Memory::texels() const { return impl_ ? impl_->texels : 0; }
std::size_t Memory::rows() const { return impl_ ? impl_->rows : 0; }

void* Memory::pinned() const { return impl_ && impl_->kind == Kind::pinned ? impl_->pointer : nullptr; }

Memory Memory::buffer(const Device& device, std::size_t bytes, const std::string& stage) {
    return Memory(make_buffer(device, Kind::buffer, bytes, stage));
}

Memory Memory::shared(const Device& device, std::size_t bytes, const std::string& stage) {
    const bool unified = device.facts().unified_memory;
    auto impl = make_buffer(device, unified ? Kind::shared : Kind::pinned, bytes, stage);
    if (unified) return Memory(std::move(impl));
    // Drivers transfer at full speed between device memory and memory of the host that they have pinned:
    // they know it by its address, which is what a mapping gives.
    checked(stage, bytes, &device.state(), [&] {
        impl->map_queue = device.state().mapping_queue();
        impl->pointer = impl->map_queue.enqueueMapBuffer(impl->buffer(), CL_TRUE, CL_MAP_READ | CL_MAP_WRITE,
                                                         0, std::max<std::size_t>(bytes, 16));
    });
    return Memory(std::move(impl));
}

Memory Memory::over(const Device& device, void* host, std::size_t bytes, const std::string& stage) {
    check_size(device, bytes, "a buffer", stage);
    auto impl = make_recycled<Memory::Impl>(device, Kind::shared, bytes);
    checked(stage, bytes, &device.state(), [&] {
        impl->memory =
            cl::Buffer(device.state().context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, bytes, host);
    });
    return Memory(std::move(impl));
}

Memory Memory::image(const Device& device, std::size_t texels, std::size_t rows, const std::string& stage) {
    const DeviceFacts& facts = device.facts();
    if (!facts.images())
        throw Error(Error::Kind::device, stage,
                    "an image object cannot be made: the device (" + short_name(facts) +
                        ") has no image objects of packed texels");
    return Memory(make_image(device, {std::string(packed_texel), 16, texels, rows}, stage));
}

Memory Memory::natural(const Device& device, const ImageFormat& format, const std::string& stage,
                       bool normalized) {
    const DeviceFacts& facts = device.facts();
    const std::string texel(normalized ? normalized_texel(format) : natural_texel(format));
    if (std::find(facts.natural_texels.begin(), facts.natural_texels.end(), texel) ==
        facts.natural_texels.end())
        throw Error(Error::Kind::device, stage,
                    "an image object with a pixel of " + format.text() +
                        " in each texel cannot be made: " + "the device (" + short_name(facts) +
                        ") reads and writes " + listed(facts.natural_texels));
    return Memory(make_image(device, {texel, format.lane_bytes(), format.width, format.rows()}, stage));
}

}  // namespace sluice
