// What a batch tells about its files while it runs, and at the end.
#pragma once

#include "pipeline/batch/batch_file.hpp"
#include "pipeline/core/enum_names.hpp"
#include "pipeline/core/format.hpp"
#include "pipeline/core/overwrite_choice.hpp"
#include "pipeline/core/table.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

enum class FileStatus {
    done,
    failed,
    skipped,  // there was nothing to do: its output is there and stays
};
template <>
inline constexpr std::array<std::string_view, 3> names_of<FileStatus>{"done", "failed", "skipped"};

struct Glimpse;  // of a picture, for the page of --report

// How one file fared.
struct FileReport {
    BatchFile file;
    FileStatus status = FileStatus::done;
    std::string error;                      // why it failed or was skipped; does not repeat the input's path
    std::vector<std::string> warnings;      // the same
    std::optional<ImageFormat> input;       // of the picture in the file, upright, when it came that far
    std::size_t shrink = 1;                 // by how much its sides were read smaller, for less work
    std::optional<ImageFormat> output;      // of the picture saved
    std::uintmax_t output_bytes = 0;        // size of the file saved; 0 = unknown
    std::string converted;                  // what was done to it so that its file can hold it, or ""
    bool copied = false;                    // the file saved is a copy of the input: nothing changed
    std::optional<FileStamp> input_stamp;   // before it was read
    std::optional<FileStamp> output_stamp;  // when it had its name
    std::string device;                     // that was asked to do it; "" = none was
    bool recorded = false;                  // skipped, since an earlier run of this manifest did it
    Overwrite overwrite = Overwrite::always;  // what its output may replace
    std::map<std::string, Table> tables;  // what was found and went by: "normalize.stats", "normalize.range"
    std::shared_ptr<const Glimpse> before, after;  // where somebody asked for it

    struct Seconds {  // of wall time
        double decode = 0;
        double build = 0;   // planning and compiling, which only the first file of a format needs
        double device = 0;  // from the upload to the result in host memory, other files' work included
        double encode = 0;
        double total = 0;     // from the beginning to the end, waits included
        double queued = 0;    // decoded, and waiting for the device
        double glimpses = 0;  // not part of decode and encode
    } seconds;
};

// What the files of a run are at.
struct QueueFill {
    std::size_t decoding = 0;
    std::size_t decoded = 0;  // waiting for the device
    std::size_t on_device = 0;
    std::size_t processed = 0;  // waiting to be encoded
    std::size_t encoding = 0;
    bool operator==(const QueueFill&) const = default;
};

struct Summary {
    struct Failure {
        std::filesystem::path input;
        std::string reason;
        std::filesystem::path output = {};  // that it would have been saved as
    };

    std::size_t done = 0, failed = 0, skipped = 0;
    std::size_t copied = 0;         // of those done: left as they were, and copied
    std::size_t left = 0;           // not started: the run was interrupted, or stopped at a failure
    std::vector<Failure> failures;  // in the order in which they happened
    std::vector<std::string> lost;  // devices that were lost or not opened while others went on, and why
    double pixels = 0;              // of the pictures done, in their files
    double seconds = 0;             // of wall time, the whole run
    bool interrupted = false;       // it was told to stop, with files left
    std::size_t abandoned = 0;      // temporary files of runs that were killed, removed at the beginning

    // Short names of devices that were given files; the first where none was.
    std::vector<std::string> devices;
};

}  // namespace sluice
