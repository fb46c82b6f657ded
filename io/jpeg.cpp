// JPEG through libjpeg-turbo: what the codec is. jpeg_read.cpp and jpeg_write.cpp have the work.
#include "io/jpeg.hpp"

#include "io/codecs.hpp"

#include <jerror.h>

#include <algorithm>

namespace sluice {
namespace {

JpegErrors& errors_of(j_common_ptr jpeg) { return *static_cast<JpegErrors*>(jpeg->err); }

std::string message_of(j_common_ptr jpeg) {
    char text[JMSG_LENGTH_MAX];
    jpeg->err->format_message(jpeg, text);
    return text;
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

// libjpeg goes on with grey where data is missing and with anything where it is damaged, and calls
// that a warning. True for such a one that must end the decoding; the others are kept.
bool keep_warning(j_common_ptr jpeg) {
    JpegErrors& errors = errors_of(jpeg);
    const int code = errors.msg_code;
    const bool ended = code == JWRN_JPEG_EOF;
    const bool damaged = code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE ||
                         code == JWRN_ARITH_BAD_CODE || code == JWRN_MUST_RESYNC;
    if (ended || damaged) {
        std::string& place = errors.lenient ? errors.damage : errors.fault;
        if (place.empty()) place = ended ? EndOfData().message() : "it is a broken JPEG: " + message_of(jpeg);
        errors.ended = ended && !errors.lenient;
        return !errors.lenient;
    }
    if (std::find(errors.codes.begin(), errors.codes.end(), code) == errors.codes.end()) {
        errors.codes.push_back(code);
        errors.warnings.push_back("libjpeg: " + message_of(jpeg));
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

Codec jpeg_codec() {
    Codec codec;
    codec.name = "JPEG";
    codec.extensions = {"jpg", "jpeg", "jpe", "jfif"};
    codec.probe = [](Bytes head) { return has_magic(head, "\xFF\xD8"); };
    codec.read_header = jpeg_header;
    codec.read = jpeg_read;
    codec.write = jpeg_write;
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {1, 3};
    codec.holds.icc = codec.holds.exif = codec.holds.xmp = true;
    codec.holds.lanes = true;
    codec.memory = {4.1, 2.3};  // coefficients of a progressive file, turned upright; a file that is copied
    codec.places = true;
    codec.holds.max_side = JPEG_MAX_DIMENSION;
    return codec;
}

}  // namespace sluice
