// Formats that sluice recognises in order to refuse them by name.
#include "io/codecs.hpp"

#include <algorithm>
#include <array>

namespace sluice {
namespace {

using namespace std::string_view_literals;

struct Magic {
    std::string_view bytes;
    std::size_t at;
    std::string_view format;
};

constexpr std::array magics{
    Magic{"WEBP"sv, 8, "WebP"},
    Magic{"ftypavif"sv, 4, "AVIF"},
    Magic{"ftypavis"sv, 4, "AVIF"},
    Magic{"ftyphei"sv, 4, "HEIC"},
    Magic{"ftyphev"sv, 4, "HEIC"},
    Magic{"ftypmif1"sv, 4, "HEIF"},
    Magic{"ftypmsf1"sv, 4, "HEIF"},
    Magic{"ftypcrx"sv, 4, "CR3 raw"},
    Magic{"\xFF\x0A"sv, 0, "JPEG XL"},
    Magic{"\0\0\0\x0CJXL \r\n\x87\n"sv, 0, "JPEG XL"},
    Magic{"\0\0\0\x0CjP  \r\n\x87\n"sv, 0, "JPEG 2000"},
    Magic{"\xFF\x4F\xFF\x51"sv, 0, "JPEG 2000"},
    Magic{"\x76\x2F\x31\x01"sv, 0, "OpenEXR"},
    Magic{"qoif"sv, 0, "QOI"},
    Magic{"DDS "sv, 0, "DDS"},
    Magic{"\0\0\1\0"sv, 0, "ICO"},
    Magic{"8BPS\0\2"sv, 0, "PSB"},
    Magic{"\x93NUMPY"sv, 0, "NPY"},
    Magic{"SIMPLE  ="sv, 0, "FITS"},
    Magic{"%PDF-"sv, 0, "PDF"},
    Magic{"%!PS"sv, 0, "PostScript"},
    Magic{"<svg"sv, 0, "SVG"},
    Magic{"\x8AMNG\r\n\x1A\n"sv, 0, "MNG"},
    Magic{"\x8BJNG\r\n\x1A\n"sv, 0, "JNG"},
    Magic{"gimp xcf"sv, 0, "XCF"},
    Magic{"FUJIFILMCCD-RAW"sv, 0, "RAF raw"},
};

constexpr std::array extensions{"webp"sv, "avif"sv, "heic"sv, "heif"sv, "jxl"sv, "jp2"sv,
                                "j2k"sv,  "exr"sv,  "qoi"sv,  "dds"sv,  "ico"sv, "psb"sv};

}  // namespace

std::string foreign_format(Bytes head) {
    for (const Magic& magic : magics)
        if (has_magic(head, magic.bytes, magic.at)) return std::string(magic.format);
    return "";
}

bool is_picture_extension(std::string_view extension) {
    const Codec* codec = codec_of_extension(extension);
    if (codec != nullptr) return codec->read || !codec->missing.empty();
    return std::find(extensions.begin(), extensions.end(), extension) != extensions.end();
}

}  // namespace sluice
