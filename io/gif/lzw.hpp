// The compression of GIF: indices become codes of up to 12 bits, the lowest bit first, in blocks.
#pragma once

#include "pipeline/files/bytes.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace sluice {

// Codes out of blocks.
class GifCodes {
public:
    GifCodes(const FileBytes& file, std::uint64_t at) : stream_(file, at) {}

    // Throws EndOfData where the blocks end.
    unsigned next(int size) {
        for (; have_ < size; have_ += 8) bits_ |= static_cast<unsigned>(next_byte()) << have_;
        const unsigned code = bits_ & ((1u << size) - 1);
        bits_ >>= size;
        have_ -= size;
        return code;
    }

    // Of the block that follows.
    std::uint64_t position() const { return stream_.position(); }

private:
    std::uint8_t next_byte();

    ByteStream stream_;
    std::array<std::uint8_t, 255> block_{};
    std::size_t size_ = 0, at_ = 0;  // of the block
    unsigned bits_ = 0;
    int have_ = 0;
};

// Indices out of codes. Throws EndOfData where the end is coded.
class GifIndices {
public:
    // `bits`: 1 to 8.
    GifIndices(const FileBytes& file, std::uint64_t at, int bits);

    std::uint8_t next() {
        while (waiting_ == 0) take_code();
        return stack_[--waiting_];
    }

    std::uint64_t position() const { return codes_.position(); }

private:
    static constexpr unsigned most = 4096;
    static constexpr unsigned none = most;

    void take_code();

    GifCodes codes_;
    int bits_;
    unsigned clear_;
    int size_;        // bits of the next code
    unsigned count_;  // codes that have a meaning
    unsigned before_ = none;
    std::uint8_t first_ = 0;  // index of what `before_` means
    std::array<std::uint16_t, most> prefix_{};
    std::array<std::uint8_t, most> last_{};
    std::array<std::uint8_t, most + 1> stack_{};  // indices that wait, the next one last
    std::size_t waiting_ = 0;
};

// Appends the codes of the indices, as they stand in a file, from the bits of the first code on.
void append_gif_codes(std::vector<std::uint8_t>& file, Bytes indices, int bits);

}  // namespace sluice
