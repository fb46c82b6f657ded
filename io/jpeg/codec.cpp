// JPEG through libjpeg-turbo: what the codec is. read.cpp and write.cpp have the work.
#include "io/jpeg/jpeg.hpp"

#include "io/shared_options.hpp"
#include "io/texts.hpp"

#include <jerror.h>

#include <algorithm>

#define SLUICE_QUOTED(text) #text
#define SLUICE_TEXT_OF(macro) SLUICE_QUOTED(macro)

namespace sluice {
namespace {

std::string jpeg_library() {
#ifdef LIBJPEG_TURBO_VERSION
    return "libjpeg-turbo " SLUICE_TEXT_OF(LIBJPEG_TURBO_VERSION);
#else
    return "libjpeg " SLUICE_TEXT_OF(JPEG_LIB_VERSION);
#endif
}

JpegErrors& errors_of(j_common_ptr jpeg) { return *static_cast<JpegErrors*>(jpeg->err); }

std::string message_of(j_common_ptr jpeg) {
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    return text;
}

// The same without what all of them begin with.
std::string reason(j_common_ptr jpeg) {
    constexpr std::string_view start = "Corrupt JPEG data: ";
    const std::string message = message_of(jpeg);
    return message.starts_with(start) ? message.substr(start.size()) : message;
}

// What is wrong with the file: it is broken, or of a kind that libjpeg-turbo does not decode.
std::string fault_of(j_common_ptr jpeg) {
    const JpegErrors& errors = errors_of(jpeg);
    const int detail = errors.msg_parm.i[0];
    constexpr int jpeg_ls = 0xF7;
    switch (errors.msg_code) {
        case JERR_BAD_PRECISION:
            return "it is a JPEG with " + std::to_string(detail) + " bits a channel; 8 can be read";
        case JERR_SOF_UNSUPPORTED: return "it is a lossless or hierarchical JPEG, which sluice cannot read";
        case JERR_UNKNOWN_MARKER:
            if (detail == jpeg_ls) return "it is JPEG-LS, which sluice cannot read: convert it to PNG first";
            return "it is a broken JPEG: " + message_of(jpeg);
        case JERR_IMAGE_TOO_BIG:
        case JERR_OUT_OF_MEMORY: return "libjpeg: " + message_of(jpeg);
        default: return "it is a broken JPEG: " + message_of(jpeg);
    }
}

void on_error(j_common_ptr jpeg) {
    JpegErrors& errors = errors_of(jpeg);
    if (errors.fault.empty()) errors.fault = fault_of(jpeg);
    std::longjmp(errors.escape, 1);
}

// Bytes that are part of no segment, before a marker. Padding takes no pixel with it, nor do a few bytes
// before the first scan or behind the last. Others are what is left of data that was understood wrongly.
bool is_harmless(const jpeg_decompress_struct& jpeg, const JpegErrors& errors) {
    constexpr std::size_t few = 8;  // fewer than any segment has that pixels need
    const auto count = static_cast<std::size_t>(jpeg.err->msg_parm.i[0]);
    const int marker = jpeg.err->msg_parm.i[1];
    if (count <= few && (jpeg.input_scan_number == 0 || marker == JPEG_EOI)) return true;
    std::uint64_t end = errors.file_at - std::min<std::uint64_t>(jpeg.src->bytes_in_buffer, errors.file_at);
    std::uint8_t last[2] = {};
    if (end >= 2) ByteStream(errors.file, end - 2).read(last, 2);
    if (last[0] == 0xFF && last[1] == marker) end -= 2;
    if (count > end) return false;
    ByteStream extra(errors.file, end - count);
    std::size_t zeros = 0, ones = 0;
    for (std::size_t left = count; left > 0;) {
        Bytes part = extra.next();
        part = part.first(std::min(part.size(), left));
        if (part.empty()) return false;
        zeros += static_cast<std::size_t>(std::count(part.begin(), part.end(), 0x00));
        ones += static_cast<std::size_t>(std::count(part.begin(), part.end(), 0xFF));
        left -= part.size();
    }
    return zeros == count || ones == count;
}

bool is_padding(j_common_ptr jpeg) {
    bool harmless = false;
    JpegErrors& errors = errors_of(jpeg);
    errors.contained([&] { harmless = is_harmless(*reinterpret_cast<j_decompress_ptr>(jpeg), errors); });
    return harmless;
}

// Whether the warning means that pixels are missing, or were guessed: libjpeg goes on with grey where data is
// missing and with anything where it is damaged. The others are about what beside pixels is odd.
bool is_damage(j_common_ptr jpeg) {
    switch (jpeg->err->msg_code) {
        case JWRN_JPEG_EOF:
        case JWRN_HIT_MARKER:
        case JWRN_HUFF_BAD_CODE:
        case JWRN_ARITH_BAD_CODE:
        case JWRN_MUST_RESYNC:
        case JWRN_BOGUS_PROGRESSION: return true;
        case JWRN_EXTRANEOUS_DATA: return jpeg->is_decompressor == FALSE || !is_padding(jpeg);
        default: return false;
    }
}

// True for a warning that must end the decoding; the others are kept.
bool keep_warning(j_common_ptr jpeg) {
    JpegErrors& errors = errors_of(jpeg);
    const int code = errors.msg_code;
    if (is_damage(jpeg)) {
        const bool ended = code == JWRN_JPEG_EOF;
        const bool go_on = errors.lenient || (errors.in_header && !ended);
        Wording& place = go_on ? errors.damage : errors.fault;
        if (place.empty())
            place = ended ? EndOfData().message()
                          : Wording("it is a broken JPEG: its data is damaged (" + reason(jpeg) + ")");
        errors.ended = ended && !go_on;
        return !go_on;
    }
    if (std::find(errors.codes.begin(), errors.codes.end(), code) == errors.codes.end()) {
        errors.codes.push_back(code);
        errors.warnings.push_back(code == JWRN_BOGUS_ICC ? "its colour profile is left out: it is broken"
                                                         : "libjpeg: " + message_of(jpeg));
    }
    return false;
}

void on_message(j_common_ptr jpeg, int level) {
    const bool warning = level < 0;  // else a trace
    if (warning && keep_warning(jpeg)) std::longjmp(errors_of(jpeg).escape, 1);
}

}  // namespace

JpegErrors::JpegErrors(bool lenient_) : lenient(lenient_) {
    jpeg_std_error(this);
    error_exit = on_error;
    emit_message = on_message;
}

const Declared<JpegOptions>& jpeg_options() {
    static const auto options = [] {
        Declared<JpegOptions> declared;
        declare_quality(declared);
        return declared
            .param("subsampling", &JpegOptions::subsampling,
                   "Samples of chroma. 4:4:4: as many as of luma, best for text and drawings. 4:2:2: half as "
                   "many across. 4:2:0: half as many across and down. 4:1:1: a quarter across.")
            .param("progressive", &JpegOptions::progressive,
                   "Store several scans, so that a browser shows the whole image early. Needs memory for the "
                   "whole image.")
            .param("optimize", &JpegOptions::optimize,
                   "Compute Huffman tables for the image. The file is a few per cent smaller. Needs memory "
                   "for the whole image. Progressive files always have such tables.")
            .param("restart", &JpegOptions::restart,
                   "Rows of JPEG blocks between two restart markers, which limit how far damage spreads; 0 "
                   "writes none.",
                   range(0, 65535));
    }();
    return options;
}

}  // namespace sluice

namespace sluice::formats {

std::vector<Codec> jpeg() {
    Codec codec;
    codec.name = "JPEG";
    codec.rank = 20;
    codec.libraries = {jpeg_library()};
    codec.extensions = {"jpg", "jpeg", "jpe", "jfif"};
    codec.save_options = jpeg_options().params();
    codec.probe = [](Bytes head) { return has_magic(head, "\xFF\xD8"); };
    codec.read_file_header = [](const FileBytes& file, const DecodeOptions&) { return jpeg_header(file); };
    codec.open = jpeg_open;
    codec.begin = jpeg_begin;
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {1, 3};
    codec.holds.metadata = MetadataKinds::all();
    codec.holds.metadata.remove(MetadataKind::geo);
    codec.reads_kinds = codec.holds.metadata;
    codec.holds.text_key = comment_key;
    codec.holds.lanes = true;
    codec.write_memory = jpeg_write_memory;
    codec.places = true;
    codec.shrinks = {2, 4, 8};
    codec.holds.max_side = JPEG_MAX_DIMENSION;
    return {codec};
}

}  // namespace sluice::formats
