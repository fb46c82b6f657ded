// Rows between two memories of the device.
#include "pipeline/device/transfer/transfer.hpp"

namespace sluice {
namespace {

using Kind = Memory::Impl::Kind;

void check_copy(const Memory::Impl& from, const Memory::Impl& to, const std::string& stage) {
    const auto refuse = [&](const std::string& what) { throw Error(Error::Kind::device, stage, what); };
    if (from.host_has_it || to.host_has_it) refuse("a copy would use memory that is mapped to the host");
    // A copy inside the host is not for a queue of the device.
    if (from.kind == Kind::pinned && to.kind == Kind::pinned)
        refuse("a copy from shared memory to shared memory: one of them must be a buffer or an image object");
    if (from.is_image() && to.is_image() && from.texel != to.texel)
        refuse("a copy between image objects of " + from.texel + " and " + to.texel +
               ": their texels differ");
}

Event copy_buffer(Queue::Impl& q, const Memory::Impl& dst, std::size_t dst_pitch, const Memory::Impl& src,
                  std::size_t src_pitch, const RowBlock& r, const std::string& stage) {
    if (r.contiguous(dst_pitch) && r.contiguous(src_pitch)) {
        return q.put(stage, "clEnqueueCopyBuffer", "", [&](const Waits* waits, cl::Event* event) {
            q.queue.enqueueCopyBuffer(src.buffer(), dst.buffer(), r.first * src_pitch, r.first * dst_pitch,
                                      r.bytes(), waits, event);
        });
    }
    if (r.end_early(src, src_pitch) || r.end_early(dst, dst_pitch)) {
        const Event part = copy_buffer(q, dst, dst_pitch, src, src_pitch, r.but_last(), stage);
        return joined(part, copy_buffer(q, dst, dst_pitch, src, src_pitch, r.last(), stage));
    }
    return q.put(stage, "clEnqueueCopyBufferRect", "", [&](const Waits* waits, cl::Event* event) {
        q.queue.enqueueCopyBufferRect(src.buffer(), dst.buffer(), RowBlock::origin, RowBlock::origin,
                                      r.in_bytes(), src_pitch, 0, dst_pitch, 0, waits, event);
    });
}

// OpenCL takes a buffer for contiguous rows here: with a pitch, each row is a command of its own. `pitch`
// is the buffer's.
Event copy_image_and_buffer(Queue::Impl& q, const Memory::Impl& dst, const Memory::Impl& src,
                            std::size_t pitch, const RowBlock& r, const std::string& stage) {
    const bool whole = r.contiguous(pitch);
    RowBlock::Size3 region = r.in_texels(dst.is_image() ? dst : src);
    if (!whole) region[1] = 1;
    Event last;
    for (std::size_t row = 0; row < (whole ? 1 : r.rows); ++row) {
        const RowBlock::Size3 place = {0, row, 0};
        const char* call = dst.is_image() ? "clEnqueueCopyBufferToImage" : "clEnqueueCopyImageToBuffer";
        last = joined(last, q.put(stage, call, "", [&](const Waits* waits, cl::Event* event) {
            if (dst.is_image())
                q.queue.enqueueCopyBufferToImage(src.buffer(), dst.image(), row * pitch, place, region, waits,
                                                 event);
            else
                q.queue.enqueueCopyImageToBuffer(src.image(), dst.buffer(), place, region, row * pitch, waits,
                                                 event);
        }));
    }
    return last;
}

}  // namespace

Event Queue::copy(const Memory& dst, std::size_t dst_pitch, const Memory& src, std::size_t src_pitch,
                  std::size_t row_bytes, std::size_t rows, const std::string& stage) {
    const RowBlock r{row_bytes, rows};
    if (r.empty()) return impl().marker(stage);
    check_memory(r, dst, dst_pitch, stage);
    check_memory(r, src, src_pitch, stage);
    const Memory::Impl& from = src.impl();
    const Memory::Impl& to = dst.impl();
    check_copy(from, to, stage);
    if (from.kind == Kind::pinned) {
        const Event done = write_rows(impl(), to, dst_pitch, from.pointer, src_pitch, r, stage);
        impl().keep(src, done);
        return done;
    }
    if (to.kind == Kind::pinned) {
        const Event done = read_rows(impl(), to.pointer, dst_pitch, from, src_pitch, r, stage);
        impl().keep(dst, done);
        return done;
    }
    if (from.is_image() && to.is_image()) {
        return impl().put(stage, "clEnqueueCopyImage", "", [&](const Waits* waits, cl::Event* event) {
            impl().queue.enqueueCopyImage(from.image(), to.image(), RowBlock::origin, RowBlock::origin,
                                          r.in_texels(to), waits, event);
        });
    }
    if (from.is_image() || to.is_image())
        return copy_image_and_buffer(impl(), to, from, from.is_image() ? dst_pitch : src_pitch, r, stage);
    return copy_buffer(impl(), to, dst_pitch, from, src_pitch, r, stage);
}

}  // namespace sluice
