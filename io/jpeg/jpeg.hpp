// The two halves of the JPEG codec, and how both meet the errors of libjpeg.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"
#include "pipeline/core/enum_names.hpp"

#include <jpeglib.h>
#include <cstdio>  // jpeglib.h needs it and does not include it

#include <array>
#include <csetjmp>
#include <cstdint>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

// How many samples chroma has: as many as luma, half across, half in both directions, a quarter across.
enum class Subsampling { none, across, both, quarter };
template <>
inline constexpr std::array<std::string_view, 4> names_of<Subsampling>{"4:4:4", "4:2:2", "4:2:0", "4:1:1"};

struct JpegOptions {
    int quality = 90;
    Subsampling subsampling = Subsampling::both;
    bool progressive = false;
    bool optimize = false;
    int restart = 0;

    // Whether its coefficients are kept until all rows are there.
    bool keeps_all() const { return progressive || optimize; }
};
const Declared<JpegOptions>& jpeg_options();

FileHeader jpeg_header(const FileBytes& file);
std::unique_ptr<FileRows> jpeg_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::unique_ptr<RowWriter> jpeg_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                      const EncodeOptions& options, const Warn& warn);

std::size_t jpeg_write_memory(const ImageFormat& format, const EncodeOptions& options);

// What APP1 and APP13 segments begin with, by what they hold.
inline constexpr std::string_view exif_magic("Exif\0\0", 6);
inline constexpr std::string_view xmp_magic("http://ns.adobe.com/xap/1.0/\0", 29);
inline constexpr std::string_view more_xmp_magic("http://ns.adobe.com/xmp/extension/\0", 35);
inline constexpr std::string_view resources_magic("Photoshop 3.0\0", 14);

// libjpeg reports errors by calling error_exit, which must not return: it jumps to the last
// `guarded`. No object that has a destructor may live in a step.
struct JpegErrors : jpeg_error_mgr {
    explicit JpegErrors(bool lenient);

    template <class Step>
    void guarded(Step step) {
        if (setjmp(escape) != 0) {
            if (ended) throw EndOfData();
            throw_input(fault);
        }
        step();
    }

    // Runs what may throw, for a function that libjpeg calls: no exception may pass through it.
    template <class Step>
    void contained(Step step) {
        try {
            step();
            return;
        } catch (const Error& error) {
            fault = error.message();
        } catch (const std::bad_alloc&) {
            fault = "it needs more memory than there is";
        }
        std::longjmp(escape, 1);
    }

    std::jmp_buf escape;
    bool lenient;
    FileBytes file = {};                // that is read
    std::uint64_t file_at = 0;          // where libjpeg's buffer ends in it
    bool in_header = false;             // damage is told when pixels are read
    int scan = 0;                       // that is read
    double scanned = 0;                 // samples in all scans until now
    bool ended = false;                 // the fault is that data ends early
    Wording fault;                      // why it jumped
    Wording damage;                     // what was found wrong with the pixels, but did not end the work
    std::vector<std::string> warnings;  // each kind once
    std::vector<int> codes;             // of those warnings
};

}  // namespace sluice
