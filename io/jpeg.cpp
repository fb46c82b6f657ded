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

void on_error(j_common_ptr jpeg) {
    JpegErrors& errors = errors_of(jpeg);
    if (errors.fault.empty()) errors.fault = "libjpeg: " + message_of(jpeg);
    std::longjmp(errors.escape, 1);
}

// libjpeg goes on with grey where data is missing and with anything where it is damaged, and calls
// that a warning. Those warnings are errors here; the others are passed on.
void on_message(j_common_ptr jpeg, int level) {
    if (level >= 0) return;  // a trace
    JpegErrors& errors = errors_of(jpeg);
    const int code = errors.msg_code;
    const bool ended = code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER;
    const bool damaged =
        code == JWRN_HUFF_BAD_CODE || code == JWRN_ARITH_BAD_CODE || code == JWRN_MUST_RESYNC;
    if (ended || damaged) {
        const std::string what = ended ? EndOfData().message() : "it is a broken JPEG: " + message_of(jpeg);
        if (errors.lenient) {
            if (errors.damage.empty()) errors.damage = what;
            return;
        }
        errors.ended = ended;
        errors.fault = what;
        std::longjmp(errors.escape, 1);
    }
    if (std::find(errors.codes.begin(), errors.codes.end(), code) != errors.codes.end()) return;
    errors.codes.push_back(code);
    errors.warnings.push_back("libjpeg: " + message_of(jpeg));
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
    codec.probe = [](Bytes head) { return has_magic(head, "\xFF\xD8\xFF"); };
    codec.read_header = jpeg_header;
    codec.read = jpeg_read;
    codec.write = jpeg_write;
    codec.holds.pixels = {Pixel::u8};
    codec.holds.channels = {1, 3};
    codec.holds.icc = true;
    codec.holds.max_side = JPEG_MAX_DIMENSION;
    return codec;
}

}  // namespace sluice
