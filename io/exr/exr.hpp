// The parts of the OpenEXR codec.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"

#include <array>
#include <memory>
#include <string>
#include <string_view>

namespace sluice {

// As OpenEXR numbers them.
enum class ExrCompression { none, rle, zips, zip, piz, pxr24, b44, b44a, dwaa, dwab };
template <>
inline constexpr std::array<std::string_view, 10> names_of<ExrCompression>{
    "none", "rle", "zips", "zip", "piz", "pxr24", "b44", "b44a", "dwaa", "dwab"};

// Which pixels are the image: those that are stored, or those that are meant to be shown.
enum class ExrWindow { data, display };
template <>
inline constexpr std::array<std::string_view, 2> names_of<ExrWindow>{"data", "display"};

struct ExrReading {
    std::string layer;
    std::string channels;  // names, with commas between them
    ExrWindow window = ExrWindow::data;
};
struct ExrWriting {
    ExrCompression compression = ExrCompression::zip;
};
const Declared<ExrReading>& exr_reading();
const Declared<ExrWriting>& exr_writing();

std::string exr_library();  // "OpenEXR 3.1.5"
FileHeader exr_header(const FileBytes& file, const DecodeOptions& options);
std::unique_ptr<FileRows> exr_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::unique_ptr<RowWriter> exr_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                     const EncodeOptions& options, const Warn& warn);
// Bytes that writing such an image takes: its file too, unless little memory is wanted.
std::size_t exr_write_memory(const ImageFormat& format, const EncodeOptions& options);

}  // namespace sluice
