#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/jpeg/jpeg.hpp"
#include "io/resolution.hpp"

#include <cstdlib>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

// A progressive file may hold any number of scans, each as dear to decode as the picture is large and
// as cheap to write as a few bytes. Real ones have about ten.
constexpr int max_scans = 500;

void on_progress(j_common_ptr jpeg) {
    if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number <= max_scans) return;
    auto& errors = *static_cast<JpegErrors*>(jpeg->err);
    errors.fault = "it has more than " + std::to_string(max_scans) + " scans";
    std::longjmp(errors.escape, 1);
}

// The file without the segment in which it ends early, if it does: libjpeg would take the end that it
// adds itself for content of that segment, and give up on scans that it has read whole.
Bytes whole_segments(Bytes file) {
    constexpr std::uint8_t stuffed = 0x00, tem = 0x01, rst0 = 0xD0, eoi = 0xD9, sos = 0xDA;
    std::size_t start = 2;  // behind the start of the picture
    while (start + 3 < file.size() && file[start] == 0xFF) {
        const std::uint8_t marker = file[start + 1];
        const std::size_t length = marker == tem || marker == 0xFF
                                       ? 0
                                       : static_cast<std::size_t>(file[start + 2] << 8 | file[start + 3]);
        if (marker == eoi) return file;
        if (start + 2 + length > file.size()) return file.first(start);
        start += marker == 0xFF ? 1 : 2 + length;
        if (marker != sos) continue;
        // Pixels, up to a marker that is none of theirs.
        const auto in_scan = [&](std::uint8_t next) {
            return next == stuffed || next == 0xFF || (next >= rst0 && next < rst0 + 8);
        };
        while (start + 1 < file.size() && (file[start] != 0xFF || in_scan(file[start + 1]))) ++start;
    }
    return file;
}

class JpegReader {
public:
    JpegReader(Bytes file, bool lenient) : errors_(lenient) {
        jpeg_.err = &errors_;
        if (lenient) file = whole_segments(file);
        errors_.file = file;
        errors_.guarded([&] {
            jpeg_create_decompress(&jpeg_);
            jpeg_mem_src(&jpeg_, file.data(), static_cast<unsigned long>(file.size()));
            jpeg_save_markers(&jpeg_, JPEG_APP0 + 1, 0xFFFF);  // EXIF, XMP
            jpeg_save_markers(&jpeg_, JPEG_APP0 + 2, 0xFFFF);  // ICC
        });
        progress_.progress_monitor = on_progress;
        jpeg_.progress = &progress_;
    }
    ~JpegReader() { jpeg_destroy_decompress(&jpeg_); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    // The format of the picture as read, not upright.
    ImageFormat read_header(Layout layout = Layout::packed) {
        errors_.in_header = true;
        errors_.guarded([&] {
            jpeg_read_header(&jpeg_, TRUE);
            if (jpeg_.num_components == 1)
                jpeg_.out_color_space = JCS_GRAYSCALE;
            else if (jpeg_.num_components == 3)
                jpeg_.out_color_space = layout == Layout::device ? JCS_EXT_RGBX : JCS_RGB;
            else if (jpeg_.num_components == 4)
                jpeg_.out_color_space = JCS_CMYK;
        });
        if (jpeg_.num_components == 2 || jpeg_.num_components > 4)
            throw_input("it has " + std::to_string(jpeg_.num_components) +
                        " components; a JPEG with 1, 3 or 4 can be read");
        ImageFormat format;
        format.width = jpeg_.image_width;
        format.height = jpeg_.image_height;
        format.channels = jpeg_.num_components == 1 ? 1 : 3;
        return format;
    }

    Bytes exif() const { return app1(exif_magic); }
    Bytes xmp() const { return app1(xmp_magic); }
    bool has_more_xmp() const { return !app1(more_xmp_magic).empty(); }

    // Of JFIF, or of EXIF where JFIF is not there or has no unit.
    Resolution resolution() const {
        using Unit = Resolution::Unit;
        const Unit unit = jpeg_.density_unit == 1   ? Unit::inch
                          : jpeg_.density_unit == 2 ? Unit::centimetre
                                                    : Unit::none;
        const Resolution said = jpeg_.saw_JFIF_marker == FALSE
                                    ? Resolution{}
                                    : resolution_of(jpeg_.X_density, jpeg_.Y_density, unit);
        if (!said.empty() && unit != Unit::none) return said;
        const Resolution exif_says = exif_resolution(exif());
        return exif_says.empty() ? said : exif_says;
    }

    bool cmyk() const { return jpeg_.num_components == 4; }

    std::vector<std::uint8_t> icc() {
        JOCTET* data = nullptr;
        unsigned size = 0;
        bool found = false;
        errors_.guarded([&] { found = jpeg_read_icc_profile(&jpeg_, &data, &size) != FALSE; });
        std::vector<std::uint8_t> profile;
        if (found) profile.assign(data, data + size);
        std::free(data);
        return profile;
    }

    void read_pixels(HostImage& dst) {
        std::vector<JSAMPLE> inks(cmyk() ? std::size_t{4} * jpeg_.image_width : 0);
        bool missing = false;
        errors_.in_header = false;
        if (!errors_.lenient && !errors_.damage.empty()) throw_input(errors_.damage);
        errors_.guarded([&] {
            jpeg_start_decompress(&jpeg_);
            for (std::size_t y = 0; y < dst.format().height; ++y) {
                JSAMPROW row = cmyk() ? inks.data() : dst.as<JSAMPLE>(y);
                jpeg_read_scanlines(&jpeg_, &row, 1);
                if (cmyk()) inks_to_rgb(inks.data(), dst.as<JSAMPLE>(y), dst.view().step());
            }
            // A component whose scan never came was decoded as if it were grey.
            for (int i = 0; i < jpeg_.num_components; ++i)
                if (jpeg_.comp_info[i].quant_table == nullptr) missing = true;
            jpeg_finish_decompress(&jpeg_);
        });
        if (missing) throw EndOfData();
        if (!errors_.damage.empty()) throw_input(errors_.damage);
    }

    const std::vector<std::string>& warnings() const { return errors_.warnings; }

private:
    // What follows the name in the first segment of that name; empty when there is none.
    Bytes app1(std::string_view magic) const {
        for (const jpeg_marker_struct* m = jpeg_.marker_list; m != nullptr; m = m->next) {
            const Bytes data(m->data, m->data_length);
            if (m->marker == JPEG_APP0 + 1 && has_magic(data, magic)) return data.subspan(magic.size());
        }
        return {};
    }

    // Adobe's programs store inks inverted: 255 = none.
    void inks_to_rgb(const JSAMPLE* src, JSAMPLE* dst, std::size_t step) const {
        const int flip = jpeg_.saw_Adobe_marker ? 0 : 255;
        for (std::size_t x = 0; x < jpeg_.image_width; ++x, src += 4, dst += step)
            for (int c = 0; c < 3; ++c)
                dst[c] = static_cast<JSAMPLE>(((src[c] ^ flip) * (src[3] ^ flip) + 127) / 255);
    }

    JpegErrors errors_;
    jpeg_decompress_struct jpeg_{};
    jpeg_progress_mgr progress_{};
};

}  // namespace

ImageFormat jpeg_header(Bytes head) {
    JpegReader reader(head, false);
    const ImageFormat format = reader.read_header();
    return upright(format, exif_orientation(reader.exif()));
}

HostImage jpeg_read(Bytes file, const DecodeOptions& options, const Warn& warn) {
    JpegReader reader(file, options.lenient);
    HostImage image(reader.read_header(options.destination.layout), options.destination);
    if (options.lenient) image.clear();
    const int orientation = exif_orientation(reader.exif());
    image.metadata.icc = reader.icc();
    image.metadata.exif = upright_exif(reader.exif());
    image.metadata.xmp = upright_xmp(reader.xmp());
    image.metadata.resolution = reader.resolution();
    if (!reader.exif().empty() && image.metadata.exif.empty())
        warn("its EXIF data is left out: it is broken");
    if (reader.has_more_xmp()) warn("what its XMP data has in further segments is left out");
    if (reader.cmyk()) {
        warn("its CMYK inks are converted to RGB without their colour profile");
        image.metadata.icc.clear();
    }
    decode_pixels(options, warn, [&] { reader.read_pixels(image); });
    for (const std::string& warning : reader.warnings()) warn(warning);
    return upright(std::move(image), orientation);
}

}  // namespace sluice
