#include "io/deepzoom/zip.hpp"

#include <zlib.h>

#include <algorithm>

namespace sluice {
namespace {

// Marks of the records, versions that can read them, and what says "see the ZIP64 record".
constexpr std::uint32_t local_mark = 0x04034b50, central_mark = 0x02014b50, end_mark = 0x06054b50;
constexpr std::uint32_t end64_mark = 0x06064b50, locator_mark = 0x07064b50;
constexpr std::uint16_t version = 20, version64 = 45, utf8_names = 1 << 11, zip64_field = 1;
constexpr std::uint32_t elsewhere32 = 0xFFFFFFFF;
constexpr std::uint16_t elsewhere16 = 0xFFFF, first_of_1980 = 1 << 5 | 1;

class ZipRecord {
public:
    ZipRecord& u16(std::uint64_t v) { return number(v, 2); }
    ZipRecord& u32(std::uint64_t v) { return number(v, 4); }
    ZipRecord& u64(std::uint64_t v) { return number(v, 8); }
    ZipRecord& text(const std::string& v) {
        bytes_.insert(bytes_.end(), v.begin(), v.end());
        return *this;
    }
    const std::vector<std::uint8_t>& bytes() const { return bytes_; }

private:
    ZipRecord& number(std::uint64_t v, std::size_t size) {
        append_number(bytes_, static_cast<std::size_t>(v), static_cast<int>(size), false);
        return *this;
    }
    std::vector<std::uint8_t> bytes_;
};

}  // namespace

void ZipWriter::add(const std::string& name, Bytes content) {
    const std::uint64_t at = file_.size();
    const auto sum = ::crc32(0, content.data(), static_cast<uInt>(content.size()));
    const auto common = [&](ZipRecord& record, bool far) -> ZipRecord& {
        return record.u16(far ? version64 : version)
            .u16(utf8_names)
            .u16(0)
            .u16(0)
            .u16(first_of_1980)
            .u32(sum)
            .u32(content.size())
            .u32(content.size())
            .u16(name.size());
    };
    ZipRecord local;
    common(local.u32(local_mark), false).u16(0).text(name);
    file_.append(local.bytes());
    file_.append(content);

    const bool far = at >= elsewhere32;
    ZipRecord entry;
    common(entry.u32(central_mark).u16(version64), far).u16(far ? 12 : 0).u16(0).u16(0).u16(0).u32(0);
    entry.u32(far ? elsewhere32 : at).text(name);
    if (far) entry.u16(zip64_field).u16(8).u64(at);
    directory_.insert(directory_.end(), entry.bytes().begin(), entry.bytes().end());
    ++count_;
}

void ZipWriter::finish() {
    const std::uint64_t at = file_.size(), size = directory_.size();
    file_.append(directory_);
    const bool far = at >= elsewhere32 || size >= elsewhere32 || count_ >= elsewhere16;
    if (far) {
        constexpr std::uint64_t rest = 44;  // bytes behind the size
        ZipRecord end;
        end.u32(end64_mark).u64(rest).u16(version64).u16(version64).u32(0).u32(0);
        end.u64(count_).u64(count_).u64(size).u64(at);
        end.u32(locator_mark).u32(0).u64(at + size).u32(1);
        file_.append(end.bytes());
    }
    ZipRecord end;
    const auto count = far ? elsewhere16 : count_;
    end.u32(end_mark).u16(0).u16(0).u16(count).u16(count);
    end.u32(far ? elsewhere32 : size).u32(far ? elsewhere32 : at).u16(0);
    file_.append(end.bytes());
}

}  // namespace sluice
