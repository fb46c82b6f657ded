// The parts of the TIFF codec.
#pragma once

#include "io/codec.hpp"
#include "pipeline/core/declared.hpp"
#include "pipeline/core/enum_names.hpp"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace sluice {

// A level of deflate, 0 for none, or a method by name.
struct TiffMethod {
    int level = 1;
    std::string method = {};
};
enum class TiffPredictor { automatic, none, horizontal, floating };
template <>
inline constexpr std::array<std::string_view, 4> names_of<TiffPredictor>{"auto", "none", "horizontal",
                                                                         "float"};

struct TiffOptions {
    TiffMethod compression;
    TiffPredictor predictor = TiffPredictor::automatic;
    int quality = 90;
    std::size_t tile = 0;
    bool pyramid = false;
    bool bigtiff = false;
};
const Declared<TiffOptions>& tiff_options();

std::size_t tiff_write_memory(const ImageFormat& format, const EncodeOptions& options);
std::string tiff_library();  // "libtiff 4.5.0"
FileHeader tiff_header(const FileBytes& file, int page);
std::unique_ptr<FileRows> tiff_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn);
std::unique_ptr<RowWriter> tiff_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                      const EncodeOptions& options, const Warn& warn);

}  // namespace sluice

namespace sluice {
template <>
struct ParamField<TiffMethod> {
    static constexpr ParamType type = ParamType::integer;
    static Value value(const TiffMethod& v) {
        return v.method.empty() ? Value(std::int64_t{v.level}) : Value(v.method);
    }
    static TiffMethod from(const Value& v) {
        if (const auto* method = std::get_if<std::string>(&v)) return {0, *method};
        return {static_cast<int>(std::get<std::int64_t>(v)), {}};
    }
    static void declare(ParamDecl& p) {
        p.low = 0, p.high = 9;
        p.keywords = {"none", "lzw", "deflate", "zstd", "jpeg", "g4"};
    }
};
}  // namespace sluice
