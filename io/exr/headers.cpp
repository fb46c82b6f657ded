#include "io/exr/headers.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sluice {
namespace {

constexpr std::uint64_t most_header_bytes = std::uint64_t{16} << 20;  // of all parts
// What follows takes far more memory than bytes of the file.
constexpr std::uint64_t most_list_bytes = std::uint64_t{256} << 10;
constexpr std::size_t most_parts = 1000;

// Types whose values have one size. The library reads as many bytes of them, whatever the file says.
constexpr std::array<std::pair<std::string_view, std::size_t>, 24> fixed_sizes{{
    {"box2f", 16},
    {"box2i", 16},
    {"chromaticities", 32},
    {"compression", 1},
    {"deepImageState", 1},
    {"double", 8},
    {"envmap", 1},
    {"float", 4},
    {"int", 4},
    {"keycode", 28},
    {"m33d", 72},
    {"m33f", 36},
    {"m44d", 128},
    {"m44f", 64},
    {"lineOrder", 1},
    {"rational", 8},
    {"tiledesc", 9},
    {"timecode", 8},
    {"v2d", 16},
    {"v2f", 8},
    {"v2i", 8},
    {"v3d", 24},
    {"v3f", 12},
    {"v3i", 12},
}};

[[noreturn]] void throw_broken_header() { throw_input("it is a broken OpenEXR: its header is damaged"); }
void expect_sound(bool ok) {
    if (!ok) throw_broken_header();
}

// Names with 16 bytes each, up to an empty one.
bool is_channel_list(Bytes bytes) {
    constexpr std::size_t about_channel = 16;
    while (true) {
        const auto end = std::find(bytes.begin(), bytes.end(), 0);
        if (end == bytes.end()) return false;
        const auto name = static_cast<std::size_t>(end - bytes.begin());
        if (name == 0) return bytes.size() == 1;
        if (bytes.size() < name + 1 + about_channel) return false;
        bytes = bytes.subspan(name + 1 + about_channel);
    }
}

// Texts, each with its length before it.
bool is_list_of_texts(Bytes bytes) {
    constexpr std::size_t length = 4;
    while (!bytes.empty()) {
        if (bytes.size() < length) return false;
        const auto size = static_cast<std::size_t>(number_in(bytes.first(length), false));
        if (size > bytes.size() - length) return false;
        bytes = bytes.subspan(length + size);
    }
    return true;
}

// The sides of a picture, and four bytes for each of its pixels.
bool is_preview(Bytes bytes, std::uint64_t size) {
    const std::uint64_t width = number_in(bytes.first(4), false),
                        height = number_in(bytes.subspan(4, 4), false);
    return width <= most_header_bytes && height <= most_header_bytes && 8 + 4 * width * height == size;
}

class ExrHeaderWalk {
public:
    explicit ExrHeaderWalk(const FileBytes& file) : stream_(file, exr_magic_and_version) {}

    // Past the next header; false: there is none.
    bool next() {
        std::string name = text();
        if (name.empty()) return false;
        for (; !name.empty(); name = text()) {
            const std::string type = text();
            const std::uint64_t size = number_in(taken(4), false);
            expect_sound(stream_.position() + size <= most_header_bytes);
            if (size > stream_.left()) throw EndOfData();
            const std::uint64_t end = stream_.position() + size;
            check(type, size);
            stream_.seek(end);
        }
        return true;
    }

private:
    std::vector<std::uint8_t> taken(std::uint64_t count) {
        std::vector<std::uint8_t> bytes(static_cast<std::size_t>(count));
        stream_.take(bytes.data(), bytes.size());
        return bytes;
    }

    std::string text() {
        constexpr std::size_t most = 255;
        std::string word;
        for (char c = 0;;) {
            stream_.take(&c, 1);
            if (c == 0) return word;
            expect_sound(word.size() < most);
            word += c;
        }
    }

    void check(const std::string& type, std::uint64_t size) {
        for (const auto& [name, bytes] : fixed_sizes) expect_sound(type != name || size == bytes);
        if (type == "chlist") expect_sound(size <= most_list_bytes && is_channel_list(taken(size)));
        if (type == "stringvector") expect_sound(size <= most_list_bytes && is_list_of_texts(taken(size)));
        if (type == "preview") expect_sound(size >= 8 && is_preview(taken(8), size));
    }

    ByteStream stream_;
};

}  // namespace

std::size_t exr_header_count(const FileBytes& file, bool parts) {
    ExrHeaderWalk walk(file);
    expect_sound(walk.next());
    std::size_t count = 1;
    while (parts && walk.next())
        if (++count > most_parts) throw_input("it has more than " + std::to_string(most_parts) + " parts");
    return count;
}

}  // namespace sluice
