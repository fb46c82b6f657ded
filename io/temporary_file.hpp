// A file under a name of its own beside the one that it will replace.
#pragma once

#include <filesystem>
#include <string>

namespace sluice {

// Throws Error(input) without `where`; `fault` is an errno.
[[noreturn]] void throw_cannot(const std::string& action, int fault);

// Belongs to one thread. Throws as above.
class TemporaryFile {
public:
    // Creates an empty file in the folder of `target`.
    explicit TemporaryFile(const std::filesystem::path& target);
    ~TemporaryFile();  // removes it, unless it took its place
    TemporaryFile(const TemporaryFile&) = delete;
    TemporaryFile& operator=(const TemporaryFile&) = delete;

    int descriptor() const { return descriptor_; }
    void close();
    // The file is now `target`, at once and whole. REQUIRES: closed.
    void take_the_place_of(const std::filesystem::path& target);

    // For a signal handler that ends the process, and async-signal-safe: removes the temporary files of all
    // threads. Who creates or places one afterwards waits for ever.
    static void remove_all() noexcept;

private:
    int create();  // 0, or what was wrong
    void forget();

    std::string path_;
    int descriptor_ = -1;
    bool placed_ = false;
    TemporaryFile *before_ = nullptr, *after_ = nullptr;  // in the list of all
};

}  // namespace sluice
