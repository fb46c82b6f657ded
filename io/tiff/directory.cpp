#include "io/tiff/directory.hpp"

#include "io/exif/fields.hpp"

#include <array>

namespace sluice {
namespace {

// Bytes of one value, by its type; 0: there is no such type.
std::uint64_t value_bytes(std::uint64_t type) {
    constexpr std::array<std::uint8_t, 19> sizes{0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
    return type < sizes.size() ? sizes[type] : 0;
}

// Numbers of a file in its own byte order; those of BigTIFF are wider.
class Numbers {
public:
    explicit Numbers(const FileBytes& file) : file_(file), layout_(tiff_layout(file.at(0, 4))) {}

    bool wide() const { return layout_.wide; }
    std::size_t word() const { return wide() ? 8 : 4; }
    std::uint64_t get(std::uint64_t at, std::size_t size) const {
        const Bytes found = file_.at(at, size);
        return found.size() < size ? 0 : number_in(found, layout_.big_endian);
    }

private:
    const FileBytes& file_;
    TiffLayout layout_;
};

}  // namespace

std::uint64_t first_tiff_directory(const FileBytes& file) {
    const Numbers numbers(file);
    return numbers.get(numbers.wide() ? 8 : 4, numbers.word());
}

TiffDirectory tiff_directory(const FileBytes& file, std::uint64_t at) {
    const Numbers numbers(file);
    const std::size_t head = numbers.wide() ? 8 : 2, word = numbers.word(), entry_bytes = 4 + 2 * word;
    const std::uint64_t count = numbers.get(at, head);
    constexpr std::uint64_t most = 0xFFFF;
    TiffDirectory directory;
    if (count > most || at > file.size || count > (file.size - at) / entry_bytes) return directory;
    for (std::uint64_t entry = at + head; entry < at + head + count * entry_bytes; entry += entry_bytes) {
        const std::uint64_t size = value_bytes(numbers.get(entry + 2, 2)),
                            values = numbers.get(entry + 4, word);
        if (size == 0 || values > file.size / size || size * values <= word) continue;
        if (numbers.get(entry + 4 + word, word) <= file.size - size * values) directory.data += size * values;
    }
    directory.next = numbers.get(at + head + count * entry_bytes, word);
    return directory;
}

}  // namespace sluice
