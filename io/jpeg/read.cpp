#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/jpeg/jpeg.hpp"
#include "io/resolution.hpp"
#include "io/resources.hpp"
#include "io/texts.hpp"
#include "io/uncarried.hpp"
#include "pipeline/core/ceil_div.hpp"

#include <jerror.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace sluice {
namespace {

// A progressive file may hold any number of scans, each as dear to decode as the picture is large and as
// cheap to write as a few bytes. Real ones have about ten, and read no sample as often as this.
constexpr double most_readings = 50;
constexpr double always_read = 5e8;  // samples, in all scans: seconds

// Markers that are kept are in memory as long as the file is open. What cameras and programs write before the
// pixels is a few megabytes.
constexpr std::uint64_t most_header_bytes = std::uint64_t{64} << 20;

double samples_of(const jpeg_component_info& component) {
    return double{DCTSIZE2} * component.width_in_blocks * component.height_in_blocks;
}

// Called for each line of blocks.
void on_progress(j_common_ptr common) {
    const auto* jpeg = reinterpret_cast<j_decompress_ptr>(common);
    auto& errors = *static_cast<JpegErrors*>(common->err);
    if (errors.file.in_time) errors.contained([&] { errors.file.in_time(); });
    if (jpeg->input_scan_number == errors.scan) return;
    errors.scan = jpeg->input_scan_number;
    double all = 0;
    for (int i = 0; i < jpeg->num_components; ++i) all += samples_of(jpeg->comp_info[i]);
    for (int i = 0; i < jpeg->comps_in_scan; ++i) errors.scanned += samples_of(*jpeg->cur_comp_info[i]);
    if (errors.scanned <= std::max(most_readings * all, always_read)) return;
    errors.fault = "it has too many scans: the first " + std::to_string(errors.scan) + " read all of it " +
                   std::to_string(static_cast<int>(errors.scanned / all)) + " times";
    std::longjmp(errors.escape, 1);
}

// Single bytes of a file.
class ByteOf {
public:
    explicit ByteOf(const FileBytes& file) : stream_(file) {}
    std::uint8_t operator[](std::uint64_t at) {
        if (at < start_ || at - start_ >= part_.size()) {
            stream_.seek(at);
            start_ = at;
            part_ = stream_.next();
        }
        return part_.empty() ? 0 : part_[static_cast<std::size_t>(at - start_)];
    }

private:
    ByteStream stream_;
    Bytes part_;
    std::uint64_t start_ = 0;
};

// How much of the file is left without the segment in which it ends early, if it does: libjpeg would take the
// end that it adds itself for content of that segment, and give up on scans that it has read whole.
std::uint64_t size_of_whole_segments(const FileBytes& src) {
    constexpr std::uint8_t stuffed = 0x00, tem = 0x01, rst0 = 0xD0, eoi = 0xD9, sos = 0xDA;
    ByteOf file(src);
    std::uint64_t start = 2;  // behind the start of the picture
    while (start + 3 < src.size && file[start] == 0xFF) {
        const std::uint8_t marker = file[start + 1];
        const std::size_t length = marker == tem || marker == 0xFF
                                       ? 0
                                       : static_cast<std::size_t>(file[start + 2] << 8 | file[start + 3]);
        if (marker == eoi) return src.size;
        if (start + 2 + length > src.size) return start;
        start += marker == 0xFF ? 1 : 2 + length;
        if (marker != sos) continue;
        // Pixels, up to a marker that is none of theirs.
        const auto in_scan = [&](std::uint8_t next) {
            return next == stuffed || next == 0xFF || (next >= rst0 && next < rst0 + 8);
        };
        while (start + 1 < src.size && (file[start] != 0xFF || in_scan(file[start + 1]))) ++start;
    }
    return src.size;
}

// The first bytes of a file.
FileBytes beginning(const FileBytes& file, std::uint64_t size) {
    return {[at = file.at, size](std::uint64_t from, std::size_t count) {
                const std::uint64_t left = size - std::min(size, from);
                return at(from, static_cast<std::size_t>(std::min<std::uint64_t>(count, left)));
            },
            size, file.in_time};
}

// Where libjpeg has its bytes from. It is told that data ends, as by its own source, and gets an end.
struct JpegSource : jpeg_source_mgr {
    JpegSource(const FileBytes& file, JpegErrors& errors_) : stream(file), errors(errors_) {
        next_input_byte = nullptr;
        bytes_in_buffer = 0;
        init_source = [](j_decompress_ptr) {};
        term_source = [](j_decompress_ptr) {};
        resync_to_restart = jpeg_resync_to_restart;
        fill_input_buffer = [](j_decompress_ptr jpeg) { return of(jpeg).fill(jpeg); };
        skip_input_data = [](j_decompress_ptr jpeg, long count) {
            jpeg_source_mgr& source = *jpeg->src;
            if (count <= 0) return;
            while (static_cast<std::size_t>(count) > source.bytes_in_buffer) {
                count -= static_cast<long>(source.bytes_in_buffer);
                of(jpeg).fill(jpeg);
            }
            source.next_input_byte += count;
            source.bytes_in_buffer -= static_cast<std::size_t>(count);
        };
    }
    static JpegSource& of(j_decompress_ptr jpeg) { return *static_cast<JpegSource*>(jpeg->src); }

    boolean fill(j_decompress_ptr jpeg) {
        static constexpr JOCTET end[] = {0xFF, JPEG_EOI};
        Bytes next;
        errors.contained([&] { next = stream.next(); });
        errors.file_at = stream.position();
        if (errors.in_header && stream.position() > most_header_bytes) {
            errors.fault = "it is a broken JPEG: no pixels begin in its first 64 MiB";
            std::longjmp(errors.escape, 1);
        }
        if (next.empty()) {
            WARNMS(jpeg, JWRN_JPEG_EOF);
            next = end;
        }
        next_input_byte = next.data();
        bytes_in_buffer = next.size();
        return TRUE;
    }

    ByteStream stream;
    JpegErrors& errors;
};

class JpegReader {
public:
    JpegReader(const FileBytes& file, bool lenient)
        : errors_(lenient), source_(lenient ? beginning(file, size_of_whole_segments(file)) : file, errors_) {
        jpeg_.err = &errors_;
        errors_.file = file;
        errors_.guarded([&] {
            jpeg_create_decompress(&jpeg_);
            jpeg_.src = &source_;
            jpeg_save_markers(&jpeg_, JPEG_APP0 + 1, 0xFFFF);   // EXIF, XMP
            jpeg_save_markers(&jpeg_, JPEG_APP0 + 2, 0xFFFF);   // ICC
            jpeg_save_markers(&jpeg_, JPEG_APP0 + 11, 16);      // JUMBF, whether it is there
            jpeg_save_markers(&jpeg_, JPEG_APP0 + 13, 0xFFFF);  // Photoshop: IPTC
            jpeg_save_markers(&jpeg_, JPEG_COM, 0xFFFF);
        });
        progress_.progress_monitor = on_progress;
        jpeg_.progress = &progress_;
    }
    ~JpegReader() { jpeg_destroy_decompress(&jpeg_); }
    JpegReader(const JpegReader&) = delete;
    JpegReader& operator=(const JpegReader&) = delete;

    // The format of the picture as read, not upright. `shrink`: 2, 4 and 8 keep so many times fewer
    // frequencies of each block of 8 x 8 pixels.
    ImageFormat read_header(int shrink = 1) {
        errors_.in_header = true;
        errors_.guarded([&] {
            jpeg_read_header(&jpeg_, TRUE);
            if (jpeg_.num_components == 1)
                jpeg_.out_color_space = JCS_GRAYSCALE;
            else if (jpeg_.num_components == 3)
                jpeg_.out_color_space = JCS_RGB;
            else if (jpeg_.num_components == 4)
                jpeg_.out_color_space = JCS_CMYK;
            jpeg_.scale_num = static_cast<unsigned>(8 / shrink);
            jpeg_.scale_denom = 8;
            jpeg_calc_output_dimensions(&jpeg_);
        });
        if (jpeg_.num_components == 2 || jpeg_.num_components > 4)
            throw_input("it has " + std::to_string(jpeg_.num_components) +
                        " components; a JPEG with 1, 3 or 4 can be read");
        ImageFormat format;
        format.width = jpeg_.output_width;
        format.height = jpeg_.output_height;
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

    // Gives `metadata`, which has all else, comments and IPTC data, and names what is not carried.
    void take_rest(Metadata& metadata, const Warn& warn) const {
        bool all = true;
        for (const jpeg_marker_struct* m = jpeg_.marker_list; m != nullptr; m = m->next) {
            const Bytes data(m->data, m->data_length);
            if (m->marker == JPEG_COM) all = add_text(metadata.texts, comment_key, data) && all;
            if (m->marker == JPEG_APP0 + 11 && has_magic(data, "JP")) leave(metadata, uncarried::credentials);
            if (m->marker == JPEG_APP0 + 13 && has_magic(data, resources_magic))
                take_resources(metadata, data.subspan(resources_magic.size()));
        }
        if (!all) warn("some of its comments are left out: they are too many");
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

    // Why all rows have to be read at once, or "".
    std::string at_once() {
        if (jpeg_has_multiple_scans(&jpeg_) == FALSE) return "";
        return jpeg_.progressive_mode == FALSE ? "it has several scans" : "it is progressive";
    }

    // Bytes that decoding takes beside the rows.
    std::size_t memory() {
        constexpr std::size_t most_rows = 64, more = std::size_t{1} << 20;  // lines of blocks and more
        std::size_t coefficients = 0;
        if (!at_once().empty())
            for (int i = 0; i < jpeg_.num_components; ++i) {
                const jpeg_component_info& component = jpeg_.comp_info[i];
                const auto up = [](JDIMENSION blocks, int factor) {
                    return ceil_div<std::size_t>(blocks, static_cast<std::size_t>(factor)) *
                           static_cast<std::size_t>(factor);
                };
                coefficients += up(component.width_in_blocks, component.h_samp_factor) *
                                up(component.height_in_blocks, component.v_samp_factor) * sizeof(JBLOCK);
            }
        return coefficients + most_rows * std::size_t{jpeg_.image_width} * 4 + more;
    }

    // The next rows; behind the last also what follows them. REQUIRES: the layout of the rows stays the same.
    void read_rows(const HostView& dst) {
        if (!begun_) {
            begun_ = true;
            inks_.resize(cmyk() ? std::size_t{4} * jpeg_.output_width : 0);
            errors_.in_header = false;
            if (!errors_.lenient && !errors_.damage.empty()) throw_input(errors_.damage);
            if (jpeg_.num_components == 3 && !dst.packed_pixels()) jpeg_.out_color_space = JCS_EXT_RGBX;
            errors_.guarded([&] { jpeg_start_decompress(&jpeg_); });
        }
        bool missing = false;
        errors_.guarded([&] {
            for (std::size_t y = 0; y < dst.format.height; ++y) {
                auto* row = reinterpret_cast<JSAMPLE*>(dst.row(y));
                JSAMPROW read = cmyk() ? inks_.data() : row;
                jpeg_read_scanlines(&jpeg_, &read, 1);
                if (cmyk()) inks_to_rgb(inks_.data(), row, dst.step());
            }
            if (jpeg_.output_scanline < jpeg_.output_height) return;
            // A component whose scan never came was decoded as if it were grey.
            for (int i = 0; i < jpeg_.num_components; ++i)
                if (jpeg_.comp_info[i].quant_table == nullptr) missing = true;
            jpeg_finish_decompress(&jpeg_);
        });
        if (missing) throw EndOfData();
        if (jpeg_.output_scanline < jpeg_.output_height) return;
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
        for (std::size_t x = 0; x < jpeg_.output_width; ++x, src += 4, dst += step) {
            for (int c = 0; c < 3; ++c)
                dst[c] = static_cast<JSAMPLE>(((src[c] ^ flip) * (src[3] ^ flip) + 127) / 255);
            if (step > 3) dst[3] = 255;  // means nothing; no byte of some other memory
        }
    }

    JpegErrors errors_;
    JpegSource source_;
    jpeg_decompress_struct jpeg_{};
    jpeg_progress_mgr progress_{};
    std::vector<JSAMPLE> inks_;  // of a row
    bool begun_ = false;
};

class JpegRows : public FileRows {
public:
    JpegRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : reader_(file, options.lenient) {
        format = reader_.read_header(options.shrink);
        bits = 8;
        orientation = exif_orientation(reader_.exif());
        at_once = reader_.at_once();
        metadata.icc = reader_.icc();
        metadata.exif = upright_exif(reader_.exif());
        metadata.xmp = upright_xmp(reader_.xmp());
        metadata.resolution = reader_.resolution();
        if (!reader_.exif().empty() && metadata.exif.empty()) warn("its EXIF data is left out: it is broken");
        reader_.take_rest(metadata, warn);
        if (reader_.has_more_xmp()) warn("its extended XMP data (in further segments) is left out");
        if (reader_.cmyk()) {
            warn("its CMYK inks are converted to RGB without their colour profile");
            metadata.icc.clear();
        }
    }

    void read(const HostView& rows) override { reader_.read_rows(rows); }
    std::size_t memory() override { return reader_.memory(); }
    std::vector<Wording> warnings() override {
        return {reader_.warnings().begin(), reader_.warnings().end()};
    }

private:
    JpegReader reader_;
};

}  // namespace

FileHeader jpeg_header(const FileBytes& file) {
    JpegReader reader(file, false);
    const ImageFormat format = reader.read_header();
    return {format, exif_orientation(reader.exif())};
}

std::unique_ptr<FileRows> jpeg_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<JpegRows>(file, options, warn);
}

}  // namespace sluice
