// Bytes of a file in memory, and a cursor that reads numbers from them and never past their end.
#pragma once

#include "pipeline/core/error.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {

using Bytes = std::span<const std::uint8_t>;

// The bytes of a file from `at` on: `count` of them, or fewer where it ends. Valid until the next call.
using BytesAt = std::function<Bytes(std::uint64_t at, std::size_t count)>;
BytesAt bytes_at(Bytes file);  // of one in memory, which has to outlive it

// A file that is read anywhere, a part at a time.
struct FileBytes {
    BytesAt at;
    std::uint64_t size = 0;
    // Throws Error(input) where decoding has taken too long. `at` asks it; decoders that go without further
    // bytes for long do so themselves. May be empty.
    std::function<void()> in_time = {};

    // All of `count` bytes from `from` on. Throws EndOfData where the file ends before.
    Bytes whole(std::uint64_t from, std::size_t count) const;
};
inline FileBytes file_bytes(Bytes file) { return {bytes_at(file), file.size(), {}}; }

inline Bytes as_bytes(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

// True when the bytes from `at` on are those of `magic`.
bool has_magic(Bytes bytes, std::string_view magic, std::size_t at = 0);

// The unsigned number that up to 8 bytes are.
std::uint64_t number_in(Bytes bytes, bool big_endian);
// Appends it as `size` bytes, up to 8.
void append_number(std::vector<std::uint8_t>& bytes, std::uint64_t number, std::size_t size, bool big_endian);

// What a codec throws when an input is no valid file of its format. Whoever knows the path adds it.
[[noreturn]] void throw_input(const Wording& what);

// Thrown by a reader when more is asked for than there is.
class EndOfData : public Error {
public:
    EndOfData();
};

class ByteReader {
public:
    explicit ByteReader(Bytes bytes) : bytes_(bytes) {}

    std::size_t position() const { return at_; }
    std::size_t left() const { return bytes_.size() - at_; }

    // All of these throw EndOfData and leave the cursor where it was when there is not enough left.
    Bytes take(std::size_t count);
    void skip(std::size_t count) { take(count); }
    void seek(std::size_t position);
    std::uint8_t u8() { return take(1)[0]; }
    std::uint16_t u16le();
    std::uint32_t u32le();
    std::int32_t i32le() { return static_cast<std::int32_t>(u32le()); }
    std::uint16_t u16be();
    std::uint32_t u32be();

private:
    Bytes bytes_;
    std::size_t at_ = 0;
};

// Reads a file from a place on; the next bytes lie in memory of its own.
class ByteStream {
public:
    explicit ByteStream(FileBytes file, std::uint64_t at = 0) : file_(std::move(file)), at_(at) {}

    std::uint64_t position() const { return at_; }
    void seek(std::uint64_t at);
    std::uint64_t left() const { return file_.size - std::min(file_.size, at_); }

    // The bytes that follow: some of them, none at the end. Valid until the next call.
    Bytes next();
    // Copies `count` bytes, or as many as there are, and says how many.
    std::size_t read(void* dst, std::size_t count);
    // The same; throws EndOfData where there are fewer.
    void take(void* dst, std::size_t count);

private:
    FileBytes file_;
    std::uint64_t at_;
    std::vector<std::uint8_t> block_;  // of the file from block_at_ on
    std::uint64_t block_at_ = 0;
};

}  // namespace sluice
