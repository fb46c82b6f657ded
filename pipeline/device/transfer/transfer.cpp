// Rows between the host and memory of the device.
#include "pipeline/device/transfer/transfer.hpp"

namespace sluice {
namespace {

using Kind = Memory::Impl::Kind;

std::string size_text(const RowBlock& r) {
    return std::to_string(r.rows) + " rows of " + std::to_string(r.row_bytes) + " bytes";
}

// OpenCL refuses pitches below the row, even where there is no second one.
std::size_t image_pitch(const RowBlock& r, std::size_t pitch) { return r.rows == 1 ? r.row_bytes : pitch; }

// With unified memory it would work; it is refused there too, so that what runs on one device runs on all.
void check_not_shared(const Memory& memory, const std::string& stage) {
    const Kind kind = memory.impl().kind;
    if (kind == Kind::shared || kind == Kind::pinned)
        refuse(stage, "shared memory cannot be transferred; use map()");
}

}  // namespace

Event joined(const Event& part, const Event& last) {
    if (part.impl() == nullptr) return last;
    RecycledVector<cl::Event> parts = std::move(part.impl()->parts);
    parts.push_back(part.impl()->event);
    RecycledVector<cl::Event>& those_of_last = last.impl()->parts;
    parts.insert(parts.end(), those_of_last.begin(), those_of_last.end());
    those_of_last = std::move(parts);
    return last;
}

void check_host(const RowBlock& r, std::size_t pitch, const std::string& stage) {
    if (r.rows > 1 && pitch < r.row_bytes)
        refuse(stage, size_text(r) + " overlap with a pitch of " + std::to_string(pitch));
}

// Drivers answer for sizes that do not fit, but not each of them for each call.
void check_memory(const RowBlock& r, const Memory& memory, std::size_t pitch, const std::string& stage) {
    if (!memory) refuse(stage, "a transfer from or to empty memory");
    const Memory::Impl& m = memory.impl();
    if (m.is_image()) {
        if (r.row_bytes % m.texel_bytes != 0)
            refuse(stage, size_text(r) + " are not whole texels of " + std::to_string(m.texel_bytes) +
                              " bytes of an image object");
        if (r.row_bytes / m.texel_bytes > m.texels || r.rows > m.rows) {
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

Event write_rows(Queue::Impl& q, const Memory::Impl& dst, std::size_t dst_pitch, const void* src,
                 std::size_t src_pitch, const RowBlock& r, const std::string& stage) {
    const auto* from = static_cast<const std::byte*>(src) + r.first * src_pitch;
    if (dst.is_image()) {
        return q.put(stage, "clEnqueueWriteImage", "", [&](const Waits* waits, cl::Event* event) {
            q.queue.enqueueWriteImage(dst.image(), CL_FALSE, RowBlock::origin, r.in_texels(dst),
                                      image_pitch(r, src_pitch), 0, from, waits, event);
        });
    }
    if (r.contiguous(dst_pitch) && r.contiguous(src_pitch)) {
        return q.put(stage, "clEnqueueWriteBuffer", "", [&](const Waits* waits, cl::Event* event) {
            q.queue.enqueueWriteBuffer(dst.buffer(), CL_FALSE, r.first * dst_pitch, r.bytes(), from, waits,
                                       event);
        });
    }
    if (r.end_early(dst, dst_pitch)) {
        const Event part = write_rows(q, dst, dst_pitch, src, src_pitch, r.but_last(), stage);
        return joined(part, write_rows(q, dst, dst_pitch, src, src_pitch, r.last(), stage));
    }
    return q.put(stage, "clEnqueueWriteBufferRect", "", [&](const Waits* waits, cl::Event* event) {
        q.queue.enqueueWriteBufferRect(dst.buffer(), CL_FALSE, RowBlock::origin, RowBlock::origin,
                                       r.in_bytes(), dst_pitch, 0, src_pitch, 0, from, waits, event);
    });
}

Event read_rows(Queue::Impl& q, void* dst, std::size_t dst_pitch, const Memory::Impl& src,
                std::size_t src_pitch, const RowBlock& r, const std::string& stage) {
    auto* to = static_cast<std::byte*>(dst) + r.first * dst_pitch;
    if (src.is_image()) {
        return q.put(stage, "clEnqueueReadImage", "", [&](const Waits* waits, cl::Event* event) {
            q.queue.enqueueReadImage(src.image(), CL_FALSE, RowBlock::origin, r.in_texels(src),
                                     image_pitch(r, dst_pitch), 0, to, waits, event);
        });
    }
    if (r.contiguous(dst_pitch) && r.contiguous(src_pitch)) {
        return q.put(stage, "clEnqueueReadBuffer", "", [&](const Waits* waits, cl::Event* event) {
            q.queue.enqueueReadBuffer(src.buffer(), CL_FALSE, r.first * src_pitch, r.bytes(), to, waits,
                                      event);
        });
    }
    if (r.end_early(src, src_pitch)) {
        const Event part = read_rows(q, dst, dst_pitch, src, src_pitch, r.but_last(), stage);
        return joined(part, read_rows(q, dst, dst_pitch, src, src_pitch, r.last(), stage));
    }
    return q.put(stage, "clEnqueueReadBufferRect", "", [&](const Waits* waits, cl::Event* event) {
        q.queue.enqueueReadBufferRect(src.buffer(), CL_FALSE, RowBlock::origin, RowBlock::origin,
                                      r.in_bytes(), src_pitch, 0, dst_pitch, 0, to, waits, event);
    });
}

Event Queue::write(const Memory& dst, std::size_t dst_pitch, const void* src, std::size_t src_pitch,
                   std::size_t row_bytes, std::size_t rows, const std::string& stage) {
    const RowBlock r{row_bytes, rows};
    if (r.empty()) return impl().marker(stage);
    check_memory(r, dst, dst_pitch, stage);
    check_host(r, src_pitch, stage);
    check_not_shared(dst, stage);
    return write_rows(impl(), dst.impl(), dst_pitch, src, src_pitch, r, stage);
}

Event Queue::read(void* dst, std::size_t dst_pitch, const Memory& src, std::size_t src_pitch,
                  std::size_t row_bytes, std::size_t rows, const std::string& stage) {
    const RowBlock r{row_bytes, rows};
    if (r.empty()) return impl().marker(stage);
    check_memory(r, src, src_pitch, stage);
    check_host(r, dst_pitch, stage);
    check_not_shared(src, stage);
    return read_rows(impl(), dst, dst_pitch, src.impl(), src_pitch, r, stage);
}

}  // namespace sluice
