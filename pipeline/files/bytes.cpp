#include "pipeline/files/bytes.hpp"

#include <algorithm>
#include <cstring>

namespace sluice {

BytesAt bytes_at(Bytes file) {
    return [file](std::uint64_t at, std::size_t count) {
        const Bytes rest = file.subspan(static_cast<std::size_t>(std::min<std::uint64_t>(at, file.size())));
        return rest.first(std::min(rest.size(), count));
    };
}

Bytes FileBytes::whole(std::uint64_t from, std::size_t count) const {
    const Bytes bytes = from < size ? at(from, count) : Bytes();
    if (bytes.size() < count) throw EndOfData();
    return bytes.first(count);
}

bool has_magic(Bytes bytes, std::string_view magic, std::size_t at) {
    if (bytes.size() < at || bytes.size() - at < magic.size()) return false;
    const Bytes expected = as_bytes(magic);
    return std::equal(expected.begin(), expected.end(), bytes.begin() + static_cast<std::ptrdiff_t>(at));
}

std::uint64_t number_in(Bytes bytes, bool big_endian) {
    std::uint64_t value = 0;
    for (std::size_t i = 0; i < bytes.size(); ++i)
        value |= std::uint64_t{bytes[i]} << 8 * (big_endian ? bytes.size() - 1 - i : i);
    return value;
}

void append_number(std::vector<std::uint8_t>& bytes, std::uint64_t number, std::size_t size,
                   bool big_endian) {
    for (std::size_t i = 0; i < size; ++i)
        bytes.push_back(static_cast<std::uint8_t>(number >> 8 * (big_endian ? size - 1 - i : i)));
}

void throw_input(const Wording& what) { throw Error(Error::Kind::input, "", what); }

EndOfData::EndOfData() : Error(Kind::input, "", "its data ends early") {}

Bytes ByteReader::take(std::size_t count) {
    if (count > left()) throw EndOfData();
    const Bytes taken = bytes_.subspan(at_, count);
    at_ += count;
    return taken;
}

void ByteReader::seek(std::size_t position) {
    if (position > bytes_.size()) throw EndOfData();
    at_ = position;
}

void ByteStream::seek(std::uint64_t at) { at_ = at; }

Bytes ByteStream::next() {
    constexpr std::size_t most = std::size_t{64} << 10;
    if (at_ < block_at_ || at_ >= block_at_ + block_.size()) {
        const Bytes found = file_.at(at_, most);
        block_.assign(found.begin(), found.end());
        block_at_ = at_;
    }
    const Bytes rest = Bytes(block_).subspan(static_cast<std::size_t>(at_ - block_at_));
    at_ += rest.size();
    return rest;
}

std::size_t ByteStream::read(void* dst, std::size_t count) {
    std::size_t got = 0;
    while (got < count) {
        const Bytes found = next();
        if (found.empty()) break;
        const std::size_t taken = std::min(found.size(), count - got);
        std::memcpy(static_cast<std::uint8_t*>(dst) + got, found.data(), taken);
        got += taken;
        at_ -= found.size() - taken;
    }
    return got;
}

void ByteStream::take(void* dst, std::size_t count) {
    if (read(dst, count) < count) throw EndOfData();
}

std::uint16_t ByteReader::u16le() {
    const Bytes b = take(2);
    return static_cast<std::uint16_t>(b[0] | b[1] << 8);
}

std::uint32_t ByteReader::u32le() {
    const Bytes b = take(4);
    return b[0] | b[1] << 8 | b[2] << 16 | static_cast<std::uint32_t>(b[3]) << 24;
}

std::uint16_t ByteReader::u16be() {
    const Bytes b = take(2);
    return static_cast<std::uint16_t>(b[0] << 8 | b[1]);
}

std::uint32_t ByteReader::u32be() {
    const Bytes b = take(4);
    return static_cast<std::uint32_t>(b[0]) << 24 | b[1] << 16 | b[2] << 8 | b[3];
}

}  // namespace sluice
