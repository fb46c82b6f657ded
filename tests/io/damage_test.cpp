// Damaged files: whatever happens to the bytes of a picture, reading it ends in an image of the format that
// its header tells or in an Error that names the file. Run under the address sanitizer this says more.
#include "tests/io/known_image.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <filesystem>
#include <string>

using namespace sluice;

namespace {

enum class Outcome { image, refused };

// Anything but these two ends the test.
Outcome outcome(const std::string& bytes, bool lenient) {
    ReadOptions options;
    options.lenient = lenient;
    options.max_bytes = 1 << 20;  // a size that grew is refused at once
    try {
        const ImageFormat told = probe(as_bytes(bytes), "damaged", options);
        const HostImage image = read(as_bytes(bytes), "damaged", options);
        CHECK(image.format() == told);
        return Outcome::image;
    } catch (const Error& error) {
        CHECK(error.kind() == Error::Kind::input);
        CHECK(error.where() == "damaged");
        CHECK(!error.message().empty());
        return Outcome::refused;
    }
}

template <class Visit>
void for_each_picture(Visit visit) {
    for (const std::string folder : {"/io", "/tiff"})
        for (const auto& entry : std::filesystem::directory_iterator(SLUICE_TEST_DATA + folder)) {
            if (!known::readable(entry.path()) || entry.path().stem() == "yu32-white") continue;
            CAPTURE(entry.path());
            visit(bytes_of(entry.path()), entry.path());
        }
}

}  // namespace

TEST_CASE("a picture cut anywhere is refused, or lacks nothing") {
    for_each_picture([](const std::string& whole, const std::filesystem::path& path) {
        const std::size_t step = whole.size() / 200 + 1;
        const HostImage right = read(path.string());
        for (std::size_t size = 0; size < whole.size(); size += step) {
            CAPTURE(size);
            const std::string part = whole.substr(0, size);
            outcome(part, true);
            const bool text = path.stem() == "plain";  // its last number may lack digits, who knows
            if (outcome(part, false) == Outcome::image && !text)
                CHECK(known::difference(read(as_bytes(part), "cut"), right) == "");
        }
    });
}

TEST_CASE("a picture with any byte changed is read or refused") {
    std::uint32_t state = 1;
    for_each_picture([&](const std::string& whole, const std::filesystem::path&) {
        const std::size_t step = whole.size() / 200 + 1;
        for (std::size_t at = 0; at < whole.size(); at += step) {
            state = state * 1664525 + 1013904223;
            for (const char value : {'\0', '\xFF', '\x7F', static_cast<char>(state >> 24)}) {
                std::string bytes = whole;
                bytes[at] = value;
                outcome(bytes, state >> 23 & 1);
            }
        }
    });
}
