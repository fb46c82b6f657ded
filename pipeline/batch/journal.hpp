// What a run is at, beside its manifest: so that the next one knows the file that ended it.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/batch/file_stamp.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace sluice {

// A file of lines, written before a picture is decoded and after that. Where a decoder ends the program, a
// signal handler adds a line that names the picture of its thread. Where the system has killed programs for
// want of memory meanwhile, and ours has not come to its end, all pictures count that were being decoded.
//
// It is removed when a run comes to its end, unless a picture is in it that ended one: that is left out as
// long as its file stays the same.
class Journal {
public:
    enum class Begin { anew, go_on };
    // `vmstat`: where the system counts whom it has killed. Throws Error(input, path) when it cannot be
    // written.
    Journal(std::filesystem::path path, Begin begin, const std::filesystem::path& vmstat = "/proc/vmstat");
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    // Why a picture is left out, or "". Any thread.
    std::string blames(const BatchFile& file) const;

    // A picture is decoded on this thread. One at a time for each thread.
    class Decoding {
    public:
        Decoding(Journal* journal, const BatchFile& file);  // null: nothing is written
        ~Decoding();
        Decoding(const Decoding&) = delete;
        Decoding& operator=(const Decoding&) = delete;

    private:
        Journal* journal_;
        std::string line_;  // of the signal handler, with room for its number
    };

    // For the handler of a signal that ends the program; async-signal-safe.
    static void blame_picture_of_thread(int signal) noexcept;

private:
    struct Blamed {
        FileStamp stamp;
        std::string why;
    };
    void read(const std::filesystem::path& vmstat);
    void write(const std::string& line) const noexcept;

    std::filesystem::path path_;
    std::map<std::string, Blamed> blamed_;  // by path
    int file_ = -1;
};

}  // namespace sluice
