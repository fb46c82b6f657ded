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
    Magic{"qoif"sv, 0, "QOI"},
    Magic{"DDS "sv, 0, "DDS"},
    Magic{"\0\0\1\0"sv, 0, "ICO"},
    Magic{"8BPS\0\2"sv, 0, "PSB"},
    Magic{"%PDF-"sv, 0, "PDF"},
    Magic{"%!PS"sv, 0, "PostScript"},
    Magic{"<svg"sv, 0, "SVG"},
    Magic{"\x8AMNG\r\n\x1A\n"sv, 0, "MNG"},
    Magic{"\x8BJNG\r\n\x1A\n"sv, 0, "JNG"},
    Magic{"gimp xcf"sv, 0, "XCF"},
};

constexpr std::array extensions{"qoi"sv, "dds"sv, "ico"sv, "psb"sv};

// Raw pictures of cameras. Many are TIFFs: what could be read of them is a preview.
constexpr std::array raw_extensions{"3fr"sv, "arw"sv, "cr2"sv, "cr3"sv, "crw"sv, "dcr"sv, "dng"sv,
                                    "erf"sv, "fff"sv, "gpr"sv, "iiq"sv, "k25"sv, "kdc"sv, "mef"sv,
                                    "mos"sv, "mrw"sv, "nef"sv, "nrw"sv, "orf"sv, "pef"sv, "raf"sv,
                                    "rw2"sv, "rwl"sv, "sr2"sv, "srf"sv, "srw"sv, "x3f"sv};

template <class List>
bool is_in(const List& list, std::string_view extension) {
    return std::find(list.begin(), list.end(), extension) != list.end();
}

}  // namespace

std::string foreign_format(Bytes head, std::string_view extension) {
    // Whatever its name is, a picture that a codec knows is one, unless raw pictures look like it.
    const Codec* codec = codec_of_content(head);
    if (codec != nullptr && !codec->raw_pictures && !codec->guessed) return "";
    for (const Magic& magic : magics)
        if (has_magic(head, magic.bytes, magic.at)) return std::string(magic.format);
    if (!is_in(raw_extensions, extension)) return "";
    std::string format(extension);
    for (char& c : format)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return format + " raw";
}

std::string foreign_refusal(const std::string& format) {
    return "it is " + format + ", which sluice cannot read: convert it to " +
           (format.ends_with(" raw") ? "TIFF" : "PNG") + " first";
}

bool is_picture_extension(std::string_view extension) {
    const Codec* codec = codec_of_extension(extension);
    if (codec != nullptr) return codec->reads() || !codec->missing.empty();
    return is_foreign_extension(extension);
}

bool is_foreign_extension(std::string_view extension) {
    return is_in(extensions, extension) || is_in(raw_extensions, extension);
}

}  // namespace sluice
