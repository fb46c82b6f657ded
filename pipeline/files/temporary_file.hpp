// A file under a name of its own beside the one that it will replace.
//
// It is locked as long as its owner lives: the system releases the lock of a process that ends, however it
// ends. So what a killed run left is known from what another run is writing. Where machines share a folder,
// not every file system passes locks on: the name says which machine made the file, and another one removes
// it only when a day has passed.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
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
    // All is written. A file system may report only now that it could not write.
    void finish();
    // The file is now `target`, at once and whole; what was there is gone. REQUIRES: finished.
    void take_the_place_of(const std::filesystem::path& target);
    // The same where there is nothing yet. False when there is something, which stays: of several that try,
    // exactly one succeeds. (Not so on a file system that knows neither RENAME_NOREPLACE nor hard links.)
    bool take_free_place(const std::filesystem::path& target);
    // The same where there is a file that may go. False when `may_go` refuses the one that is there, which
    // stays, or when there is none. `may_go` looks at the path that it is given, at which nobody else changes
    // it; it is called with all signals blocked.
    bool take_place_if(const std::filesystem::path& target,
                       const std::function<bool(const std::filesystem::path&)>& may_go);

    // For a signal handler that ends the process, and async-signal-safe: removes the temporary files of all
    // threads. Who creates or places one afterwards waits for ever.
    static void remove_all() noexcept;

private:
    int create();  // 0, or what was wrong
    bool lock();
    void forget();
    void placed();

    std::string path_;
    int descriptor_ = -1;
    bool placed_ = false;
    TemporaryFile *before_ = nullptr, *after_ = nullptr;  // in the list of all
};

// Removes the temporary files in a folder whose owner is gone, or was on another machine a day ago, and says
// how many there were. Nothing else is touched, nor what cannot be removed or locked. Other processes may do
// the same, and write there.
std::size_t remove_abandoned_files(const std::filesystem::path& folder);

}  // namespace sluice
