// The journal of a run: the files that it is working on, so that the next run knows which file crashed it.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/batch/file_stamp.hpp"

#include <filesystem>
#include <map>
#include <string>

namespace sluice {

// A file with a line before and after each image is decoded. If a decoder crashes the program, a signal
// handler adds a line that names the image of its thread. If the system has killed programs for lack of
// memory during the run, and the run has not ended, all images that were being decoded are blamed.
//
// The journal is removed when a run ends, unless it blames an image. That image is skipped until its file
// changes.
class Journal {
public:
    enum class Begin { anew, go_on };
    // `vmstat`: the file in which the system counts killed programs. Throws Error(input, path) if the journal
    // cannot be written.
    Journal(std::filesystem::path path, Begin begin, const std::filesystem::path& vmstat = "/proc/vmstat");
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    // Why an image is skipped, or "". Any thread.
    std::string blames(const BatchFile& file) const;

    // Exists while this thread decodes an image. One at a time for each thread.
    class Decoding {
    public:
        Decoding(Journal* journal, const BatchFile& file);  // no journal if null
        ~Decoding();
        Decoding(const Decoding&) = delete;
        Decoding& operator=(const Decoding&) = delete;

    private:
        Journal* journal_;
        std::string line_;  // of the signal handler, with room for its number
    };

    // For handlers of signals that end the program; async-signal-safe.
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
