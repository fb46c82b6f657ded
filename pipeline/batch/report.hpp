// Reports of a batch: about each file, and about the whole run.
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
    skipped,  // the output already exists and was kept
};
template <>
inline constexpr std::array<std::string_view, 3> names_of<FileStatus>{"done", "failed", "skipped"};

struct Glimpse;  // a look at an image (glimpse.hpp)

// The result of one file.
struct FileReport {
    BatchFile file;
    FileStatus status = FileStatus::done;
    std::string error;                       // why it failed or was skipped, without the input's path
    std::vector<std::string> warnings;       // without the input's path
    std::vector<std::string> lost_metadata;  // those of the warnings that say which metadata did not go along
    std::optional<ImageFormat> input;        // of the image in the file, upright; unset if it was not read
    std::size_t shrink = 1;                  // factor by which its sides were read smaller, to save work
    std::optional<ImageFormat> output;       // of the saved image
    std::uintmax_t output_bytes = 0;         // size of the saved file; 0 = unknown
    std::string converted;                   // how the image was converted for its file format, or ""
    bool copied = false;                     // the output is a copy of the input, because nothing changed
    std::optional<FileStamp> input_stamp;    // of the input before it was read
    std::optional<FileStamp> output_stamp;   // of the output once it was complete
    // The same for each output of BatchFile::also; empty if none was saved.
    struct Also {
        std::optional<ImageFormat> format;  // unset: an existing file was kept
        std::uintmax_t bytes = 0;
        std::string converted;
        std::optional<FileStamp> stamp;
    };
    std::vector<Also> also;
    std::string device;     // the device that it was given to; "" = none
    bool recorded = false;  // skipped, because an earlier run with this manifest processed it
    Overwrite overwrite = Overwrite::always;  // when an existing output may be replaced
    std::map<std::string, Table> tables;      // the observed Tables: "normalize.stats", "normalize.range"
    std::shared_ptr<const Glimpse> before, after;  // what BatchOptions::glimpse saw; null without it

    struct Seconds {  // of wall time
        double decode = 0;
        double build = 0;   // planning and compiling, which only the first file of a format needs
        double device = 0;  // from the upload to the result in host memory; other files are in between
        double encode = 0;
        double total = 0;     // from beginning to end, including waits
        double queued = 0;    // between decoding and the device
        double glimpses = 0;  // making previews; not part of decode and encode
    } seconds;
};

// How many files are at each step.
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
        std::filesystem::path output = {};  // where it would have been saved
    };

    std::size_t done = 0, failed = 0, skipped = 0;
    std::size_t copied = 0;         // how many of `done` are copies, because nothing changed
    std::size_t left = 0;           // not started, because the run was interrupted or stopped at a failure
    std::vector<Failure> failures;  // in the order in which they happened
    std::vector<std::string> lost;  // devices that were lost or could not be opened, and why
    double pixels = 0;              // in the input files of `done`
    double seconds = 0;             // wall time of the whole run
    bool interrupted = false;       // a stop was requested while files were left
    std::size_t abandoned = 0;      // temporary files of killed runs that were removed at the beginning

    // The names of the devices that were given files; if none was, the name of the first device.
    std::vector<std::string> devices;
};

// What a run would do with one file, as far as its header shows.
struct Preview {
    BatchFile file;
    FileStatus status = FileStatus::done;
    std::string error;  // why it would fail or be skipped
    std::optional<ImageFormat> input, output;
    std::size_t device_bytes = 0;  // device memory of one frame
    std::size_t memory = 0;        // peak of host memory; 0 without BatchOptions::limit_memory
    bool in_strips = false;
    std::size_t readings = 0;  // how many times it is decoded by rows; 0 = it is decoded as a whole
};

// What a batch would do.
struct BatchPreview {
    std::vector<Preview> files;
    // Bytes that BatchOptions::limit_memory leaves for images, and bytes that the process needs for anything
    // else. Both are 0 without the limit.
    std::size_t room = 0, beside = 0;
};

}  // namespace sluice
