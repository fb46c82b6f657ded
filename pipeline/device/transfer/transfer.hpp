// Rows of bytes between the host, buffers and image objects. Included only inside this floor.
#pragma once

#include "pipeline/device/event.hpp"
#include "pipeline/device/memory.hpp"
#include "pipeline/device/queue.hpp"
#include "pipeline/device/state.hpp"

#include <array>
#include <cstddef>
#include <string>

namespace sluice {

// Rows of `row_bytes` bytes each; how far they are apart is known where they lie: their pitch.
struct RowBlock {
    using Size3 = std::array<cl::size_type, 3>;
    static constexpr Size3 origin = {0, 0, 0};

    std::size_t row_bytes, rows;
    std::size_t first = 0;  // rows before these, from the beginning of the memory

    bool empty() const { return row_bytes == 0 || rows == 0; }
    std::size_t bytes() const { return row_bytes * rows; }
    bool contiguous(std::size_t pitch) const { return pitch == row_bytes || rows == 1; }
    Size3 in_bytes() const { return {row_bytes, rows, 1}; }
    Size3 in_texels(const Memory::Impl& image) const { return {row_bytes / image.texel_bytes, rows, 1}; }

    // NVIDIA's driver counts the pitch of the last row too when it transfers rows with a pitch. Where the
    // memory ends before that, the last row goes alone.
    bool end_early(const Memory::Impl& memory, std::size_t pitch) const {
        return memory.bytes / rows < pitch;
    }
    RowBlock but_last() const { return {row_bytes, rows - 1, first}; }
    RowBlock last() const { return {row_bytes, 1, first + rows - 1}; }
};

// Of a transfer in several commands: done when `last` is, failed when one of them has. `part` gives its own
// parts away.
Event joined(const Event& part, const Event& last);

// Throw Error(device) when the rows do not fit there.
void check_host(const RowBlock& r, std::size_t pitch, const std::string& stage);
void check_memory(const RowBlock& r, const Memory& memory, std::size_t pitch, const std::string& stage);

// Not blocking. Of rows that begin later, only a single one.
Event write_rows(Queue::Impl& q, const Memory::Impl& dst, std::size_t dst_pitch, const void* src,
                 std::size_t src_pitch, const RowBlock& r, const std::string& stage);
Event read_rows(Queue::Impl& q, void* dst, std::size_t dst_pitch, const Memory::Impl& src,
                std::size_t src_pitch, const RowBlock& r, const std::string& stage);

}  // namespace sluice
