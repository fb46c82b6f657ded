// Files that would take all memory or minutes, if decoders believed them. Time and memory are those of the
// program, seen from outside.
#include "tests/apps/program.hpp"
#include "tests/places.hpp"
#include "tests/sanitized.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t mebibyte = std::size_t{1} << 20;

std::string little(std::uint32_t value, int size) {
    std::string bytes;
    for (int i = 0; i < size; ++i) bytes += static_cast<char>(value >> 8 * i);
    return bytes;
}

// A grey TIFF of 16 x 16 with so many private tags that all have the same data.
std::string tiff_of_shared_tags(std::uint32_t tags, std::uint32_t bytes) {
    const std::map<std::uint16_t, std::uint32_t> picture{{256, 16}, {257, 16}, {258, 8},  {259, 1},  {262, 1},
                                                         {273, 8},  {277, 1},  {278, 16}, {279, 256}};
    std::string entries;
    for (const auto& [tag, value] : picture)
        entries += little(tag, 2) + little(4, 2) + little(1, 4) + little(value, 4);
    for (std::uint32_t i = 0; i < tags; ++i)
        entries += little(40000 + i, 2) + little(7, 2) + little(bytes, 4) + little(8, 4);
    return "II*" + std::string(1, '\0') + little(8 + bytes, 4) + std::string(bytes, 'x') +
           little(static_cast<std::uint32_t>(picture.size()) + tags, 2) + entries + little(0, 4);
}

// A JPEG with so many segments before its pixels, each of 64 KiB that the disk need not hold.
void put_segments(const fs::path& path, const std::string& jpeg, std::size_t segments) {
    std::ofstream file(path, std::ios::binary);
    file << jpeg.substr(0, 2);
    for (std::size_t i = 0; i < segments; ++i) {
        file << "\xFF\xE2\xFF\xFF";
        file.seekp(0xFFFF - 2, std::ios::cur);
    }
    file << jpeg.substr(2);
}

// Writes bytes to a pipe until nobody wants more.
class Writer {
public:
    Writer(const std::string& path, std::string head, std::size_t zeros)
        : thread_([path, head = std::move(head), zeros] {
              sigset_t gone;  // is an error here, not the end of the tests
              sigemptyset(&gone);
              sigaddset(&gone, SIGPIPE);
              ::pthread_sigmask(SIG_BLOCK, &gone, nullptr);
              const int file = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
              std::string part = head;
              for (std::size_t i = 0; i <= zeros && ::write(file, part.data(), part.size()) > 0;
                   i += mebibyte)
                  part.assign(mebibyte, '\0');
              ::close(file);
          }) {}

private:
    std::jthread thread_;
};

double seconds_since(std::chrono::steady_clock::time_point begun) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
}

}  // namespace

TEST_CASE("files that ask for gigabytes fail or are read within --limit-memory, and the others are done") {
    const Scratch folder;
    const sluice::HostImage picture = ramp(300, 200, 3, 10, 90);
    for (const char* name : {"sound.png", "tail.png", "tail.jpg", "tail.tif", "tail.ppm"}) {
        const std::string path = folder.put("in/" + std::string(name), picture);
        if (std::string(name).starts_with("tail")) fs::resize_file(path, 600 * mebibyte);
    }
    folder.put("in/tags.tif", tiff_of_shared_tags(3000, 2 << 20));
    put_segments(folder / "in/segments.jpg", bytes_of(folder.put("one.jpg", picture)), 9000);
    for (const auto& entry : fs::directory_iterator(SLUICE_TEST_DATA "/hostile"))
        fs::copy(entry.path(), folder / "in");

    const auto begun = std::chrono::steady_clock::now();
    const Outcome outcome =
        sluice_program({"batch", folder / "in", "-o", folder / "out", "--limit-memory", "1G", "--jobs", "4"});
    CAPTURE(outcome.err);
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "5 done"));
    CHECK(contains(outcome.err, "6 failed"));
    for (const char* reason :
         {"tags.tif: it is a broken TIFF: its tags would have more data than the file",
          "segments.jpg: it is a broken JPEG: no pixels begin in its first 64 MiB",
          "20-samples.tif: it is a broken TIFF", "62975-samples.tif: it is a broken TIFF",
          "jbig-aborts.tif: it is compressed with ISO JBIG",
          "jbig-100-seconds-6-gb.tif: it is compressed with ISO JBIG"})
        CHECK(contains(outcome.err, reason));
    CHECK(seconds_since(begun) < 60);
    if (counts_memory) CHECK(outcome.peak_memory <= 1024 * mebibyte);
}

TEST_CASE("a pipe is read in linear time") {
    const Scratch folder;
    const std::string picture = bytes_of(folder.put("a.png", ramp(30, 20, 3, 10, 90)));
    const std::string pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const auto begun = std::chrono::steady_clock::now();
    const Writer writer(pipe, picture, 192 * mebibyte);
    const Outcome outcome = sluice_program({"plan", "load - | save x.png"}, {.in = pipe});
    CAPTURE(outcome.err);
    CHECK(outcome.code == 0);
    CHECK(seconds_since(begun) < 20);
    if (counts_memory) CHECK(outcome.peak_memory <= 2 * 192 * mebibyte + 128 * mebibyte);
}

TEST_CASE("a pipe that never ends is an error that says how much was read") {
    const Scratch folder;
    const std::string picture = bytes_of(folder.put("a.png", ramp(30, 20, 3, 10, 90)));
    const std::string pipe = folder / "pipe";
    REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
    const Writer writer(pipe, picture, std::size_t{1} << 40);
    const Outcome outcome = sluice_program({"plan", "load - | save x.png"}, {.in = pipe});
    CHECK(outcome.code == 1);
    CHECK(contains(outcome.err, "stdin: it has more than 1.1 GiB, which is the limit"));
    if (counts_memory) CHECK(outcome.peak_memory <= 2048 * mebibyte);
}
