// The two halves of the JPEG codec, and how both meet the errors of libjpeg.
#pragma once

#include "io/codec.hpp"

#include <jpeglib.h>
#include <cstdio>  // jpeglib.h needs it and does not include it

#include <csetjmp>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

ImageFormat jpeg_header(Bytes head);
HostImage jpeg_read(Bytes file, const DecodeOptions& options, const Warn& warn);
std::vector<std::uint8_t> jpeg_write(const ConstHostView& src, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);

// What APP1 segments begin with, by what they hold.
inline constexpr std::string_view exif_magic("Exif\0\0", 6);
inline constexpr std::string_view xmp_magic("http://ns.adobe.com/xap/1.0/\0", 29);
inline constexpr std::string_view more_xmp_magic("http://ns.adobe.com/xmp/extension/\0", 35);

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

    std::jmp_buf escape;
    bool lenient;
    Bytes file;                         // that is read
    bool in_header = false;             // damage is told when pixels are read
    bool ended = false;                 // the fault is that data ends early
    std::string fault;                  // why it jumped
    std::string damage;                 // what was found wrong with the pixels, but did not end the work
    std::vector<std::string> warnings;  // each kind once
    std::vector<int> codes;             // of those warnings
};

}  // namespace sluice
