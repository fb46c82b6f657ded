#include "io/codecs.hpp"
#include "io/exif/exif.hpp"
#include "io/exif/fields.hpp"
#include "io/raw/raw.hpp"
#include "io/rows.hpp"
#include "io/uncarried.hpp"

#include <libraw/libraw.h>

#include <algorithm>
#include <cstring>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <vector>

extern "C" void omp_set_num_threads(int) __attribute__((weak));

namespace sluice {
namespace {

constexpr std::size_t most_raw_bytes = std::size_t{1} << 30;  // of a file

// A picture as LibRaw has it. Linear light of sRGB, by the white balance of the camera.
class RawFile {
public:
    explicit RawFile(const FileBytes& file) : file_(file), raw_(new LibRaw(LIBRAW_OPTIONS_NONE)) {
        if (file.size > most_raw_bytes) throw_input("it is a raw picture of more than 1 GiB");
        if (omp_set_num_threads != nullptr) omp_set_num_threads(1);
        bytes_.reserve(static_cast<std::size_t>(file.size));
        ByteStream stream(file);
        for (Bytes next = stream.next(); !next.empty(); next = stream.next()) {
            bytes_.insert(bytes_.end(), next.begin(), next.end());
            stream.seek(bytes_.size());
        }
        raw_->set_dataerror_handler(on_damage, this);
        raw_->set_progress_handler(on_progress, this);
        libraw_output_params_t& wanted = raw_->imgdata.params;
        wanted.output_bps = 16;
        wanted.gamm[0] = wanted.gamm[1] = 1;
        wanted.no_auto_bright = 1;
        wanted.adjust_maximum_thr = 0;  // white is that of the sensor, not that of the picture
        wanted.use_camera_wb = 1;
        wanted.output_color = 1;  // sRGB
        wanted.user_flip = 0;
        open();
        // What is said of sizes is said of a picture that is decoded no more.
        const int flip = raw_->imgdata.sizes.flip;
        orientation_ = flip == 3 ? 3 : flip == 5 ? 8 : flip == 6 ? 6 : 1;
        find_format();
        raw_->recycle();
        open();
    }
    RawFile(const RawFile&) = delete;
    RawFile& operator=(const RawFile&) = delete;

    LibRaw& get() { return *raw_; }

    const ImageFormat& format() const { return format_; }
    int orientation() const { return orientation_; }  // as EXIF has it

    // The preview is a file of its own.
    Bytes preview() {
        check(raw_->unpack_thumb());
        const libraw_thumbnail_t& found = raw_->imgdata.thumbnail;
        if (found.tformat != LIBRAW_THUMBNAIL_JPEG || found.thumb == nullptr || found.tlength == 0)
            throw_input("it has no JPEG as its preview");
        return {reinterpret_cast<const std::uint8_t*>(found.thumb), found.tlength};
    }

    // Fills packed rows. What is damaged is an Error(input); what there is is there.
    void read(const HostView& rows) {
        check(raw_->unpack());
        check(raw_->dcraw_process());
        int width = 0, height = 0, colours = 0, bits = 0;
        raw_->get_mem_image_format(&width, &height, &colours, &bits);
        const ImageFormat& format = rows.format;
        if (width != static_cast<int>(format.width) || height != static_cast<int>(format.height) ||
            colours != format.channels || bits != 16)
            throw_input("it is a broken raw picture: its header says other sizes than its image has");
        check(raw_->copy_mem_image(rows.data, static_cast<int>(rows.pitch), 0));
        if (damaged_) throw EndOfData();
    }

    Bytes file() const { return bytes_; }
    std::size_t sensor_pixels() const {
        const libraw_image_sizes_t& sizes = raw_->imgdata.sizes;
        return std::size_t{sizes.raw_width} * sizes.raw_height;
    }

    void check(int result) {
        if (fault_) std::rethrow_exception(fault_);
        if (result == LIBRAW_SUCCESS) return;
        if (result == LIBRAW_UNSUFFICIENT_MEMORY) throw std::bad_alloc();
        if (result == LIBRAW_IO_ERROR) throw EndOfData();
        throw_input("it is a raw picture that LibRaw cannot read: " + std::string(libraw_strerror(result)));
    }

private:
    void open() {
        check(raw_->open_buffer(bytes_.data(), bytes_.size()));
        if (raw_->imgdata.idata.raw_count == 0) throw_input("it is a raw picture without an image");
    }

    void find_format() {
        check(raw_->adjust_sizes_info_only());
        const libraw_image_sizes_t& sizes = raw_->imgdata.sizes;
        if (sizes.iwidth == 0 || sizes.iheight == 0)
            throw_input("it is a broken raw picture: it has no size");
        format_.width = sizes.iwidth;
        format_.height = sizes.iheight;
        format_.channels = raw_->imgdata.idata.colors == 1 ? 1 : 3;
        format_.pixel = Pixel::u16;
        format_.space = Space::linear;
    }

    // No exception may pass through the library.
    template <class At>  // of 32 bits or 64
    static void on_damage(void* self, const char*, At) {
        static_cast<RawFile*>(self)->damaged_ = true;
    }
    static int on_progress(void* self, LibRaw_progress, int, int) {
        auto& raw = *static_cast<RawFile*>(self);
        try {
            if (raw.file_.in_time) raw.file_.in_time();
            return 0;
        } catch (...) {
            raw.fault_ = std::current_exception();
            return 1;
        }
    }

    FileBytes file_;
    std::vector<std::uint8_t> bytes_;
    std::unique_ptr<LibRaw> raw_;  // it is large
    ImageFormat format_;
    int orientation_ = 1;
    bool damaged_ = false;
    std::exception_ptr fault_;
};

// The codec of a preview.
const Codec& codec_of_preview(Bytes preview) {
    const Codec* codec = codec_of_content(preview);
    if (codec == nullptr || !codec->open || codec->isolated)
        throw_input("it has a preview that sluice cannot read");
    return *codec;
}

FileHeader header_of_preview(RawFile& raw, const DecodeOptions& options) {
    const Bytes preview = raw.preview();
    const Codec& codec = codec_of_preview(preview);
    FileHeader header = codec.read_file_header ? codec.read_file_header(file_bytes(preview), options)
                                               : codec.read_header(preview);
    if (header.orientation == 1) header.orientation = raw.orientation();
    return header;
}

class CameraRows : public FileRows {
public:
    explicit CameraRows(const FileBytes& file) : raw_(file) {
        format = raw_.format();
        orientation = raw_.orientation();
        at_once = "raw pictures are always decoded as a whole";
        take_exif(raw_.file());
        if (metadata.exif.empty()) leave(metadata, "EXIF data");
    }

    void read(const HostView& rows) override { raw_.read(rows); }

    std::size_t memory() override {
        // Four samples a pixel, once more while colours are found, those of the sensor, and the file.
        constexpr std::size_t of_pixel = 8 + 26, of_sensor = 4, more = std::size_t{16} << 20;
        return of_pixel * format.pixels() + of_sensor * raw_.sensor_pixels() + raw_.file().size() + more;
    }

private:
    // Many are TIFFs.
    void take_exif(Bytes file) {
        using namespace std::string_view_literals;
        if (!has_magic(file, "II*\0"sv) && !has_magic(file, "MM\0*"sv)) return;
        const ExifFields fields =
            exif_fields(file, number_in(file.subspan(4, 4), tiff_layout(file).big_endian));
        if (fields.damaged || !fields.tell()) return;
        metadata.exif = upright_exif(exif_block(fields));
        if (fields.note) leave(metadata, "maker's note");  // moved, it would be unreadable
    }

    RawFile raw_;
};

class RawPreviewRows : public FileRows {
public:
    RawPreviewRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn) : raw_(file) {
        const Bytes preview = raw_.preview();
        rows_ = codec_of_preview(preview).open(file_bytes(preview), options, warn);
        format = rows_->format;
        orientation = rows_->orientation == 1 ? raw_.orientation() : rows_->orientation;
        metadata = rows_->metadata;
        at_once = rows_->at_once.empty() ? "its preview is read as a whole" : rows_->at_once;
    }

    void read(const HostView& rows) override { rows_->read(rows); }
    std::size_t memory() override { return rows_->memory() + raw_.file().size() + 2 * raw_.preview().size(); }
    std::vector<Wording> warnings() override { return rows_->warnings(); }

private:
    RawFile raw_;
    std::unique_ptr<FileRows> rows_;
};

DecodeOptions options_of_preview(DecodeOptions options) {
    options.own.clear();
    options.shrink = 1;
    return options;
}

}  // namespace

std::string raw_library() { return std::string("LibRaw ") + LibRaw::version(); }

FileHeader raw_header(const FileBytes& file, const DecodeOptions& options) {
    RawFile raw(file);
    if (raw_options().filled(options.own).preview) return header_of_preview(raw, options_of_preview(options));
    return {raw.format(), raw.orientation()};
}

std::unique_ptr<FileRows> raw_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    if (raw_options().filled(options.own).preview)
        return std::make_unique<RawPreviewRows>(file, options_of_preview(options), warn);
    return std::make_unique<CameraRows>(file);
}

}  // namespace sluice
