// Raw pictures of cameras through LibRaw: what the codec is, and which files are such. read.cpp has the work.
// Without LibRaw only this file is built.
#include "io/raw/raw.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace sluice {
namespace {

using namespace std::string_view_literals;

struct RawMagic {
    std::string_view bytes;
    std::size_t at;
};
constexpr std::array raw_magics{
    RawMagic{"ftypcrx"sv, 4},            // CR3
    RawMagic{"FUJIFILMCCD-RAW"sv, 0},    // RAF
    RawMagic{"II*\0\x10\0\0\0CR"sv, 0},  // CR2
    RawMagic{"HEAPCCDR"sv, 6},           // CRW
    RawMagic{"IIRO"sv, 0},               // ORF
    RawMagic{"IIRS"sv, 0},
    RawMagic{"MMOR"sv, 0},
    RawMagic{"IIU\0"sv, 0},  // RW2
    RawMagic{"\0MRM"sv, 0},  // MRW
    RawMagic{"FOVb"sv, 0},   // X3F
};

// Many others are TIFFs: what lies in them tells, as far as the first bytes say it. DNG says so itself;
// samples of a sensor have a kind or a compression of their own.
class RawTags {
public:
    explicit RawTags(Bytes head) : head_(head), big_(has_magic(head, "MM")) {}

    bool found() {
        if (head_.size() < 8) return false;
        visit(number(4, 4), 0);
        return found_;
    }

private:
    std::size_t number(std::size_t at, std::size_t size) const {
        if (at > head_.size() || size > head_.size() - at) return 0;
        return static_cast<std::size_t>(number_in(head_.subspan(at, size), big_));
    }

    void visit(std::size_t at, int depth) {
        constexpr std::size_t most_tags = 200, tag_bytes = 12;
        constexpr int deepest = 4;
        if (at < 8 || at >= head_.size() || depth > deepest) return;
        const std::size_t count = std::min(number(at, 2), most_tags);
        for (std::size_t i = 0; i < count && !found_; ++i) take_tag(at + 2 + tag_bytes * i, depth);
        if (!found_) visit(number(at + 2 + tag_bytes * count, 4), depth + 1);
    }

    void take_tag(std::size_t at, int depth) {
        constexpr std::size_t compression = 0x103, kind = 0x106, parts = 0x14A, dng = 0xC612;
        constexpr std::size_t of_a_sensor = 32803, linear = 34892;
        constexpr std::array compressions{32767u, 32769u, 32770u, 34713u, 65000u, 65535u};
        const std::size_t tag = number(at, 2), type = number(at + 2, 2), count = number(at + 4, 4);
        const std::size_t value = type == 3 ? number(at + 8, 2) : number(at + 8, 4);
        if (tag == dng) found_ = true;
        if (tag == kind && (value == of_a_sensor || value == linear)) found_ = true;
        if (tag == compression &&
            std::find(compressions.begin(), compressions.end(), value) != compressions.end())
            found_ = true;
        if (tag != parts) return;
        if (count == 1) return visit(value, depth + 1);
        for (std::size_t i = 0; i < std::min<std::size_t>(count, 8); ++i)
            visit(number(value + 4 * i, 4), depth + 1);
    }

    Bytes head_;
    bool big_;
    bool found_ = false;
};

}  // namespace

bool is_raw_picture(Bytes head) {
    for (const RawMagic& magic : raw_magics)
        if (has_magic(head, magic.bytes, magic.at)) return true;
    return (has_magic(head, "II*\0"sv) || has_magic(head, "MM\0*"sv)) && RawTags(head).found();
}

const Declared<RawOptions>& raw_options() {
    static const auto options = Declared<RawOptions>().param(
        "preview", &RawOptions::preview,
        "Read the JPEG that the camera has put into the file, in place of the data of the sensor.");
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> raw() {
    Codec codec;
    codec.name = "camera raw";
    codec.rank = 85;  // before TIFF, as which many can be read, too
    codec.extensions = {"dng", "3fr", "arw", "cr2", "cr3", "crw", "dcr", "erf", "fff",
                        "gpr", "iiq", "k25", "kdc", "mef", "mos", "mrw", "nef", "nrw",
                        "orf", "pef", "raf", "rw2", "rwl", "sr2", "srf", "srw", "x3f"};
    codec.probe = is_raw_picture;
    codec.isolated = true;  // LibRaw has ended processes whose files were damaged
    codec.load_options = raw_options().params();
#ifdef SLUICE_LACKS
    codec.missing = SLUICE_LACKS;
#else
    codec.libraries = {raw_library()};
    codec.read_file_header = raw_header;
    codec.open = raw_open;
    codec.reads_kinds = {MetadataKind::icc, MetadataKind::exif, MetadataKind::xmp, MetadataKind::dpi};
#endif
    return {codec};
}

}  // namespace sluice::formats
