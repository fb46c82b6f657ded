#include "io/jpeg/jpeg.hpp"
#include "io/resolution.hpp"
#include "io/resources.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <span>
#include <utility>

namespace sluice {
namespace {

// Where libjpeg puts its bytes.
struct JpegDestination : jpeg_destination_mgr {
    JpegDestination(Output& file_, JpegErrors& errors_)
        : file(file_), errors(errors_), buffer(std::size_t{64} << 10) {
        init_destination = [](j_compress_ptr jpeg) { of(jpeg).take_buffer(); };
        empty_output_buffer = [](j_compress_ptr jpeg) -> boolean {
            of(jpeg).write(of(jpeg).buffer.size());
            of(jpeg).take_buffer();
            return TRUE;
        };
        term_destination = [](j_compress_ptr jpeg) {
            of(jpeg).write(of(jpeg).buffer.size() - of(jpeg).free_in_buffer);
        };
        take_buffer();
    }
    static JpegDestination& of(j_compress_ptr jpeg) { return *static_cast<JpegDestination*>(jpeg->dest); }

    void take_buffer() {
        next_output_byte = buffer.data();
        free_in_buffer = buffer.size();
    }
    void write(std::size_t count) {
        errors.contained([&] { file.append(Bytes(buffer).first(count)); });
    }

    Output& file;
    JpegErrors& errors;
    std::vector<std::uint8_t> buffer;
};

struct JpegSegment {
    int marker;
    std::vector<std::uint8_t> data;  // with its name
};

class JpegWriter : public RowWriter {
public:
    JpegWriter(Output& file, const ImageFormat& format, Bytes icc, std::span<const JpegSegment> segments,
               const Resolution& resolution, const JpegOptions& options)
        : format_(format),
          icc_(icc.begin(), icc.end()),
          segments_(segments.begin(), segments.end()),
          resolution_(resolution),
          options_(options),
          errors_(false),
          destination_(file, errors_) {
        jpeg_.err = &errors_;
        errors_.guarded([&] {
            jpeg_create_compress(&jpeg_);
            jpeg_.dest = &destination_;
        });
    }
    ~JpegWriter() override { jpeg_destroy_compress(&jpeg_); }
    JpegWriter(const JpegWriter&) = delete;
    JpegWriter& operator=(const JpegWriter&) = delete;

    void write(const ConstHostView& rows) override {
        if (!begun_) begin(rows);
        begun_ = true;
        errors_.guarded([&] {
            for (std::size_t y = 0; y < rows.format.height; ++y) {
                // libjpeg takes rows that it could write to, and does not.
                JSAMPROW row = const_cast<JSAMPROW>(reinterpret_cast<const JSAMPLE*>(rows.row(y)));
                jpeg_write_scanlines(&jpeg_, &row, 1);
            }
        });
    }
    void finish() override {
        errors_.guarded([&] { jpeg_finish_compress(&jpeg_); });
    }

private:
    // All that stands before the rows, which tell how they lie.
    void begin(const ConstHostView& rows) {
        errors_.guarded([&] {
            jpeg_.image_width = static_cast<JDIMENSION>(format_.width);
            jpeg_.image_height = static_cast<JDIMENSION>(format_.height);
            jpeg_.input_components = static_cast<int>(rows.step());
            jpeg_.in_color_space = format_.channels == 1  ? JCS_GRAYSCALE
                                   : rows.packed_pixels() ? JCS_RGB
                                                          : JCS_EXT_RGBX;
            jpeg_set_defaults(&jpeg_);
            jpeg_set_quality(&jpeg_, options_.quality, TRUE);
            set_sampling();
            jpeg_.optimize_coding = options_.optimize ? TRUE : FALSE;
            jpeg_.restart_in_rows = options_.restart;
            if (options_.progressive) jpeg_simple_progression(&jpeg_);
            set_density(resolution_);
            jpeg_start_compress(&jpeg_, TRUE);
            for (const JpegSegment& segment : segments_)
                jpeg_write_marker(&jpeg_, segment.marker, segment.data.data(),
                                  static_cast<unsigned>(segment.data.size()));
            if (!icc_.empty())
                jpeg_write_icc_profile(&jpeg_, icc_.data(), static_cast<unsigned>(icc_.size()));
        });
    }

    // Luma has 1, 2 or 4 samples for each of chroma.
    void set_sampling() {
        if (jpeg_.num_components < 3) return;
        constexpr std::array<std::pair<int, int>, 4> factors{{{1, 1}, {2, 1}, {2, 2}, {4, 1}}};
        const auto [across, down] = factors.at(static_cast<std::size_t>(options_.subsampling));
        jpeg_.comp_info[0].h_samp_factor = across;
        jpeg_.comp_info[0].v_samp_factor = down;
    }

    // As JFIF has it: whole numbers per inch or centimetre, or x : y alone.
    void set_density(const Resolution& src) {
        if (src.empty()) return;
        const bool centimetres = src.unit == Resolution::Unit::centimetre;
        Resolution dst = centimetres ? src : in_unit(src, Resolution::Unit::inch);
        const double most = std::max(dst.x, dst.y);
        if (dst.unit == Resolution::Unit::none && most > 65535) dst.x *= 65535 / most, dst.y *= 65535 / most;
        if (std::min(dst.x, dst.y) < 0.5 || most > 65535) return;
        jpeg_.density_unit = dst.unit == Resolution::Unit::none ? 0 : centimetres ? 2 : 1;
        jpeg_.X_density = static_cast<UINT16>(std::round(dst.x));
        jpeg_.Y_density = static_cast<UINT16>(std::round(dst.y));
    }

    ImageFormat format_;
    std::vector<std::uint8_t> icc_;
    std::vector<JpegSegment> segments_;
    Resolution resolution_;
    JpegOptions options_;
    bool begun_ = false;
    JpegErrors errors_;
    JpegDestination destination_;
    jpeg_compress_struct jpeg_{};
};

}  // namespace

std::unique_ptr<RowWriter> jpeg_begin(Output& file, const ImageFormat& format, const Metadata& metadata,
                                      const EncodeOptions& options, const Warn& warn) {
    constexpr std::size_t most = 65533;  // bytes of a segment
    std::vector<JpegSegment> segments;
    const auto add = [&](int marker, std::string_view name, Bytes data, const char* what) {
        if (data.empty()) return;
        if (name.size() + data.size() > most) {
            warn("its " + std::string(what) + " is lost: in JPEG it can have at most 64 KiB");
            return;
        }
        segments.push_back({marker, {name.begin(), name.end()}});
        segments.back().data.insert(segments.back().data.end(), data.begin(), data.end());
    };
    add(JPEG_APP0 + 1, exif_magic, metadata.exif, "EXIF data");
    add(JPEG_APP0 + 1, xmp_magic, metadata.xmp, "XMP data");
    if (!metadata.iptc.empty())
        add(JPEG_APP0 + 13, resources_magic, iptc_resources(metadata.iptc), "IPTC data");
    for (const MetadataText& comment : metadata.texts) add(JPEG_COM, "", as_bytes(comment.text), "comment");
    return std::make_unique<JpegWriter>(file, format, metadata.icc, segments, metadata.resolution,
                                        jpeg_options().filled(options.own));
}

std::size_t jpeg_write_memory(const ImageFormat& format, const EncodeOptions& options) {
    constexpr std::size_t most_rows = 64, block = 32, more = std::size_t{4} << 20;
    const auto rounded = [](std::size_t side) { return (side + block - 1) / block * block; };
    const std::size_t coefficients = rounded(format.width) * rounded(format.height) *
                                     static_cast<std::size_t>(format.channels) * sizeof(JCOEF);
    const std::size_t rows = most_rows * (format.host_bytes() / format.rows()) + more;
    // Else the file, and its copy.
    const std::size_t file = format.host_bytes() + format.host_bytes() / 10;
    return (jpeg_options().filled(options.own).keeps_all() ? coefficients : 0) +
           (options.little_memory ? rows : 2 * file + file / 10);
}

}  // namespace sluice
