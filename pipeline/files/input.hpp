// The bytes of an input: of a file, or of stdin.
#pragma once

#include "pipeline/files/bytes.hpp"
#include "pipeline/files/growing_bytes.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

// Reads from the start, no more than asked for. Errors (missing, a folder, unreadable) are Error(input)
// without `where`. One thread at a time.
class Input {
public:
    // `path` "-" (or /dev/stdin) is stdin. It can be read only once, but is often wanted twice (for its
    // header, then for its pixels): the first Input that reads it keeps it in memory for all others, until
    // the program ends. Any thread may do so.
    explicit Input(const std::string& path);
    // Bytes in memory, which outlive this, as those of a file.
    explicit Input(Bytes memory);
    ~Input();
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;

    // The first `count` bytes, or all when there are fewer. Valid until the next call.
    Bytes head(std::size_t count);
    // Bytes from anywhere; what lies near them is read too, of a small file all of it, so that nothing is
    // read twice that is asked for twice. REQUIRES: regular(). Valid as long as this Input.
    BytesAt at();
    // Whether it is a file that can be read anywhere as often as one likes: neither stdin nor a pipe.
    bool regular() const { return regular_; }
    // How many bytes a regular file has.
    std::uint64_t size() const { return size_; }
    // Fills `dst` with the next bytes, and says how many there are: fewer than `count` only at the end. They
    // are not kept, but those that head() has read: nothing else can be asked for after that.
    std::size_t next(void* dst, std::size_t count);
    // All bytes. Throws Error(input) when there are more than `limit`, which is far below 2^64: of a regular
    // file before it reads them. Memory has no limit.
    Bytes all(std::size_t limit);

private:
    Bytes bytes_at(std::uint64_t at, std::size_t count);
    void move_window(std::uint64_t at, std::size_t count);

    int file_ = -1;  // a descriptor; -1 = stdin, or memory
    std::optional<Bytes> memory_;
    GrowingBytes bytes_;                // from the start on
    bool regular_ = false;              // or a pipe
    std::uint64_t size_ = 0;            // of a regular file, when it was opened
    std::vector<std::uint8_t> window_;  // bytes behind `bytes_`, from `window_at_` on
    std::uint64_t window_at_ = 0;
    std::shared_ptr<const GrowingBytes> stdin_bytes_;
    std::uint64_t next_ = 0;
};

// Opens a file to be read, as Input does. The descriptor is the caller's. Throws Error(input) without
// `where`.
int open_input(const std::string& path);

// Whether a path is a pipe or a socket other than stdin: opening it waits for somebody at its other end, and
// takes bytes from whoever opens it next. A terminal and other devices are none.
bool is_pipe(const std::string& path);

// How messages name a path: "stdin" or "stdout" for "-".
std::string input_name(const std::string& path);
std::string output_name(const std::string& path);

}  // namespace sluice
