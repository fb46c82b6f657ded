// Rows between the host, buffers and image objects.
#include "pipeline/device/queue.hpp"
#include "pipeline/device/state.hpp"

#include <array>

namespace sluice {
namespace {

using Kind = Memory::Impl::Kind;
using Size3 = std::array<cl::size_type, 3>;

constexpr std::size_t texel = 16;  // bytes

// Rows of `row_bytes`, `pitch` apart, from the beginning of a memory.
struct Rows {
    std::size_t row_bytes, rows;

    bool empty() const { return row_bytes == 0 || rows == 0; }
    std::size_t bytes() const { return row_bytes * rows; }
    bool contiguous(std::size_t pitch) const { return pitch == row_bytes || rows == 1; }
    Size3 in_bytes() const { return {row_bytes, rows, 1}; }
    Size3 in_texels() const { return {row_bytes / texel, rows, 1}; }
    // OpenCL refuses pitches below the row, even where there is no second one.
    std::size_t pitch(std::size_t given) const { return rows == 1 ? row_bytes : given; }
};

constexpr Size3 origin = {0, 0, 0};

[[noreturn]] void refuse(const std::string& stage, const std::string& what) {
    throw Error(Error::Kind::device, stage, what);
}

std::string size_text(const Rows& r) {
    return std::to_string(r.rows) + " rows of " + std::to_string(r.row_bytes) + " bytes";
}

void check_host(const Rows& r, std::size_t pitch, const std::string& stage) {
    if (r.rows > 1 && pitch < r.row_bytes)
        refuse(stage, size_text(r) + " overlap with a pitch of " + std::to_string(pitch));
}

// Drivers answer for sizes that do not fit, but not each of them for each call.
void check_memory(const Rows& r, const Memory& memory, std::size_t pitch, const std::string& stage) {
    if (!memory) refuse(stage, "a transfer from or to memory that was never made");
    const Memory::Impl& m = memory.impl();
    if (m.is_image()) {
        if (r.row_bytes % texel != 0)
            refuse(stage, size_text(r) + " are not whole texels of 16 bytes of an image object");
        if (r.row_bytes / texel > m.texels || r.rows > m.rows) {
            refuse(stage, size_text(r) + " do not fit an image object of " + std::to_string(m.texels) +
                              " x " + std::to_string(m.rows) + " texels");
        }
        return;
    }
    check_host(r, pitch, stage);
    if (r.row_bytes > m.bytes || (r.rows > 1 && r.rows - 1 > (m.bytes - r.row_bytes) / pitch)) {
        refuse(stage, size_text(r) + " with a pitch of " + std::to_string(pitch) +
                          " do not fit a buffer of " + bytes_text(m.bytes));
    }
}

// With unified memory it would work; it is refused there too, so that what runs on one device runs on all.
void check_not_shared(const Memory& memory, const std::string& stage) {
    const Kind kind = memory.impl().kind;
    if (kind == Kind::shared || kind == Kind::pinned)
        refuse(stage, "the host reaches shared memory by map(), not by transfers");
}

Event write_rows(Queue::Impl& q, const Memory::Impl& dst, std::size_t dst_pitch, const void* src,
                 std::size_t src_pitch, const Rows& r, const std::string& stage) {
    if (dst.is_image()) {
        return q.put(stage, "clEnqueueWriteImage", "", [&](cl::Event* event) {
            q.queue.enqueueWriteImage(dst.image(), CL_FALSE, origin, r.in_texels(), r.pitch(src_pitch), 0,
                                      src, nullptr, event);
        });
    }
    if (r.contiguous(dst_pitch) && r.contiguous(src_pitch)) {
        return q.put(stage, "clEnqueueWriteBuffer", "", [&](cl::Event* event) {
            q.queue.enqueueWriteBuffer(dst.buffer(), CL_FALSE, 0, r.bytes(), src, nullptr, event);
        });
    }
    return q.put(stage, "clEnqueueWriteBufferRect", "", [&](cl::Event* event) {
        q.queue.enqueueWriteBufferRect(dst.buffer(), CL_FALSE, origin, origin, r.in_bytes(), dst_pitch, 0,
                                       src_pitch, 0, src, nullptr, event);
    });
}

Event read_rows(Queue::Impl& q, void* dst, std::size_t dst_pitch, const Memory::Impl& src,
                std::size_t src_pitch, const Rows& r, const std::string& stage) {
    if (src.is_image()) {
        return q.put(stage, "clEnqueueReadImage", "", [&](cl::Event* event) {
            q.queue.enqueueReadImage(src.image(), CL_FALSE, origin, r.in_texels(), r.pitch(dst_pitch), 0, dst,
                                     nullptr, event);
        });
    }
    if (r.contiguous(dst_pitch) && r.contiguous(src_pitch)) {
        return q.put(stage, "clEnqueueReadBuffer", "", [&](cl::Event* event) {
            q.queue.enqueueReadBuffer(src.buffer(), CL_FALSE, 0, r.bytes(), dst, nullptr, event);
        });
    }
    return q.put(stage, "clEnqueueReadBufferRect", "", [&](cl::Event* event) {
        q.queue.enqueueReadBufferRect(src.buffer(), CL_FALSE, origin, origin, r.in_bytes(), src_pitch, 0,
                                      dst_pitch, 0, dst, nullptr, event);
    });
}

Event copy_buffer(Queue::Impl& q, const Memory::Impl& dst, std::size_t dst_pitch, const Memory::Impl& src,
                  std::size_t src_pitch, const Rows& r, const std::string& stage) {
    if (r.contiguous(dst_pitch) && r.contiguous(src_pitch)) {
        return q.put(stage, "clEnqueueCopyBuffer", "", [&](cl::Event* event) {
            q.queue.enqueueCopyBuffer(src.buffer(), dst.buffer(), 0, 0, r.bytes(), nullptr, event);
        });
    }
    return q.put(stage, "clEnqueueCopyBufferRect", "", [&](cl::Event* event) {
        q.queue.enqueueCopyBufferRect(src.buffer(), dst.buffer(), origin, origin, r.in_bytes(), src_pitch, 0,
                                      dst_pitch, 0, nullptr, event);
    });
}

// OpenCL takes a buffer for contiguous rows here: with a pitch, each row is a command of its own. `pitch`
// is the buffer's.
Event copy_image_and_buffer(Queue::Impl& q, const Memory::Impl& dst, const Memory::Impl& src,
                            std::size_t pitch, const Rows& r, const std::string& stage) {
    const bool whole = r.contiguous(pitch);
    const Size3 region = {r.row_bytes / texel, whole ? r.rows : 1, 1};
    Event last;
    for (std::size_t row = 0; row < (whole ? 1 : r.rows); ++row) {
        const Size3 place = {0, row, 0};
        if (dst.is_image()) {
            last = q.put(stage, "clEnqueueCopyBufferToImage", "", [&](cl::Event* event) {
                q.queue.enqueueCopyBufferToImage(src.buffer(), dst.image(), row * pitch, place, region,
                                                 nullptr, event);
            });
        } else {
            last = q.put(stage, "clEnqueueCopyImageToBuffer", "", [&](cl::Event* event) {
                q.queue.enqueueCopyImageToBuffer(src.image(), dst.buffer(), place, region, row * pitch,
                                                 nullptr, event);
            });
        }
    }
    return last;
}

}  // namespace

Event Queue::write(const Memory& dst, std::size_t dst_pitch, const void* src, std::size_t src_pitch,
                   std::size_t row_bytes, std::size_t rows, const std::string& stage) {
    const Rows r{row_bytes, rows};
    if (r.empty()) return impl_->marker(stage);
    check_memory(r, dst, dst_pitch, stage);
    check_host(r, src_pitch, stage);
    check_not_shared(dst, stage);
    return write_rows(*impl_, dst.impl(), dst_pitch, src, src_pitch, r, stage);
}

Event Queue::read(void* dst, std::size_t dst_pitch, const Memory& src, std::size_t src_pitch,
                  std::size_t row_bytes, std::size_t rows, const std::string& stage) {
    const Rows r{row_bytes, rows};
    if (r.empty()) return impl_->marker(stage);
    check_memory(r, src, src_pitch, stage);
    check_host(r, dst_pitch, stage);
    check_not_shared(src, stage);
    return read_rows(*impl_, dst, dst_pitch, src.impl(), src_pitch, r, stage);
}

Event Queue::copy(const Memory& dst, std::size_t dst_pitch, const Memory& src, std::size_t src_pitch,
                  std::size_t row_bytes, std::size_t rows, const std::string& stage) {
    const Rows r{row_bytes, rows};
    if (r.empty()) return impl_->marker(stage);
    check_memory(r, dst, dst_pitch, stage);
    check_memory(r, src, src_pitch, stage);
    const Memory::Impl& from = src.impl();
    const Memory::Impl& to = dst.impl();
    if (from.host_has_it || to.host_has_it)
        refuse(stage, "a copy would use memory that is mapped to the host");
    if (from.kind == Kind::pinned && to.kind == Kind::pinned)
        refuse(stage, "a copy from memory of the host to memory of the host is none of the device's");
    if (from.kind == Kind::pinned) {
        const Event done = write_rows(*impl_, to, dst_pitch, from.pointer, src_pitch, r, stage);
        impl_->keep(src, done);
        return done;
    }
    if (to.kind == Kind::pinned) {
        const Event done = read_rows(*impl_, to.pointer, dst_pitch, from, src_pitch, r, stage);
        impl_->keep(dst, done);
        return done;
    }
    if (from.is_image() && to.is_image()) {
        return impl_->put(stage, "clEnqueueCopyImage", "", [&](cl::Event* event) {
            impl_->queue.enqueueCopyImage(from.image(), to.image(), origin, origin, r.in_texels(), nullptr,
                                          event);
        });
    }
    if (from.is_image() || to.is_image())
        return copy_image_and_buffer(*impl_, to, from, from.is_image() ? dst_pitch : src_pitch, r, stage);
    return copy_buffer(*impl_, to, dst_pitch, from, src_pitch, r, stage);
}

}  // namespace sluice
