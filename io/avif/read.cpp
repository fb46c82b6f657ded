#include "io/avif/avif.hpp"
#include "io/avif/library.hpp"
#include "io/boxes.hpp"
#include "io/exif/exif.hpp"
#include "io/exif/orientation.hpp"
#include "io/gain_map.hpp"
#include "io/hdr_light.hpp"
#include "io/pages.hpp"
#include "io/resolution.hpp"
#include "io/rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <string>

namespace sluice {
namespace {

constexpr const char* broken_avif = "it is a broken AVIF: ";

// Gives libavif bytes of the file. No exception may pass through it.
class AvifInput {
public:
    explicit AvifInput(const FileBytes& file) : file_(file) {
        io_ = {};
        io_.read = on_read;
        io_.sizeHint = file.size;
        io_.data = this;
    }
    AvifInput(const AvifInput&) = delete;
    AvifInput& operator=(const AvifInput&) = delete;

    avifIO* io() { return &io_; }
    const FileBytes& file() const { return file_; }
    std::exception_ptr fault;

private:
    static avifResult on_read(avifIO* io, std::uint32_t, std::uint64_t at, std::size_t size,
                              avifROData* out) {
        auto& input = *static_cast<AvifInput*>(io->data);
        try {
            const std::uint64_t left = input.file_.size - std::min(input.file_.size, at);
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(size, left));
            const Bytes bytes = count > 0 ? input.file_.at(at, count) : Bytes();
            input.bytes_.assign(bytes.begin(), bytes.end());
            *out = {input.bytes_.data(), std::min(count, bytes.size())};
            return AVIF_RESULT_OK;
        } catch (...) {
            input.fault = std::current_exception();
            return AVIF_RESULT_IO_ERROR;
        }
    }

    FileBytes file_;
    avifIO io_;
    std::vector<std::uint8_t> bytes_;
};

bool mirrors_columns(const avifImageMirror& mirror) {
#if AVIF_VERSION >= 1000000
    return mirror.axis == 1;
#else
    return mirror.mode == 1;
#endif
}

// First it is turned against the clock, then mirrored.
int avif_orientation(const avifImage& image) {
    const int turns = (image.transformFlags & AVIF_TRANSFORM_IROT) != 0 ? image.irot.angle : 0;
    constexpr int turned[] = {1, 8, 3, 6}, columns[] = {2, 7, 4, 5}, rows[] = {4, 5, 2, 7};
    if ((image.transformFlags & AVIF_TRANSFORM_IMIR) == 0) return turned[turns & 3];
    return (mirrors_columns(image.imir) ? columns : rows)[turns & 3];
}

class AvifDecoder {
public:
    explicit AvifDecoder(const FileBytes& file) : input_(file), decoder_(avifDecoderCreate()) {
        if (decoder_ == nullptr) throw std::bad_alloc();
        decoder_->maxThreads = 1;
        constexpr std::uint32_t most_frames = 100'000;
        decoder_->imageCountLimit = most_frames;
        decoder_->imageDimensionLimit = 0;  // sizes are compared with our own limits
        decoder_->strictFlags = AVIF_STRICT_ENABLED & ~static_cast<unsigned>(AVIF_STRICT_PIXI_REQUIRED);
        avifDecoderSetIO(decoder_.get(), input_.io());
        run([&] { return avifDecoderParse(decoder_.get()); });
        expect_possible();
    }

    const avifDecoder& get() const { return *decoder_; }
    const avifImage& image() const { return *decoder_->image; }
    std::size_t count() const { return static_cast<std::size_t>(std::max(decoder_->imageCount, 0)); }

    // How its colours are coded; a profile decides instead of it.
    CodedColours colours() const {
        if (image().icc.size > 0) return {};
        return {image().colorPrimaries, image().transferCharacteristics};
    }

    // Of the image: PQ and HLG are light.
    ImageFormat format() const {
        const ImageFormat coded = coded_format();
        return HdrLight::of(colours()) ? HdrLight::format(coded) : coded;
    }

    // Of what the library gives.
    ImageFormat coded_format() const {
        ImageFormat format;
        format.width = image().width;
        format.height = image().height;
        const int colour_channels = image().yuvFormat == AVIF_PIXEL_FORMAT_YUV400 ? 1 : 3;
        format.channels = colour_channels + (decoder_->alphaPresent != 0 ? 1 : 0);
        format.grey_alpha = format.channels == 2;
        format.pixel = image().depth > 8 ? Pixel::u16 : Pixel::u8;
        if (colours().is_linear()) format.space = Space::linear;
        return format;
    }

    // Frame `i`. What is coded may not be larger than what the file says: that is found before it is decoded.
    void decode(std::size_t i, const ImageFormat& wanted) {
        constexpr std::size_t always = std::size_t{1} << 16;  // cells of a grid reach beyond the image
        const std::size_t most = 4 * wanted.width * wanted.height + always;
        decoder_->imageSizeLimit =
            static_cast<std::uint32_t>(std::min<std::size_t>(most, std::size_t{1} << 31));
        run([&] { return avifDecoderNthImage(decoder_.get(), static_cast<std::uint32_t>(i)); });
        if (image().width != wanted.width || image().height != wanted.height)
            throw_input(broken_avif + std::string("its header says other sizes than its image has"));
    }

private:
    template <class Step>
    void run(Step step) {
        const avifResult result = step();
        if (input_.fault) std::rethrow_exception(input_.fault);
        if (result != AVIF_RESULT_OK && boxes_end_early(input_.file())) throw EndOfData();
        check_avif(result, broken_avif);
    }

    void expect_possible() const {
        if (count() == 0) throw_input(broken_avif + std::string("it has no image"));
    }

    struct Destroy {
        void operator()(avifDecoder* decoder) const {
            decoder->io = nullptr;  // which is ours
            avifDecoderDestroy(decoder);
        }
    };

    AvifInput input_;
    std::unique_ptr<avifDecoder, Destroy> decoder_;
};

FileHeader avif_header_of(const AvifDecoder& avif, int page) {
    if (static_cast<std::size_t>(page) > avif.count()) throw_no_page(page, avif.count());
    FileHeader header(avif.format(), avif_orientation(avif.image()));
    if (page != 0) return header;
    header.format = upright(header.format, std::exchange(header.orientation, 1));
    header.format.layers = avif.count();
    return header;
}

// One plane as grey, or as alpha, which always has the full range.
class AvifPlane {
public:
    AvifPlane(const avifImage& image, bool alpha, double white)
        : white_(white),
          data_(alpha ? image.alphaPlane : image.yuvPlanes[AVIF_CHAN_Y]),
          pitch_(alpha ? image.alphaRowBytes : image.yuvRowBytes[AVIF_CHAN_Y]),
          deep_(image.depth > 8) {
        const double unit = std::ldexp(1.0, static_cast<int>(image.depth) - 8);
        const bool limited = !alpha && image.yuvRange == AVIF_RANGE_LIMITED;
        black_ = limited ? 16 * unit : 0;
        scale_ = white / (limited ? 219 * unit : 256 * unit - 1);
    }

    double at(std::size_t x, std::size_t y) const {
        if (data_ == nullptr) return white_;
        const std::uint8_t* row = data_ + y * pitch_;
        std::uint16_t value = row[x];
        if (deep_) std::memcpy(&value, row + 2 * x, 2);
        return std::clamp(std::round((value - black_) * scale_), 0.0, white_);
    }

private:
    double white_;
    const std::uint8_t* data_;
    std::size_t pitch_;
    bool deep_;
    double black_, scale_;
};

void fill_grey(const avifImage& image, const HostView& rows) {
    const double white = rows.format.white_value();
    const AvifPlane grey(image, false, white), alpha(image, true, white);
    for (std::size_t y = 0; y < rows.format.height; ++y)
        for (std::size_t x = 0; x < rows.format.width; ++x) {
            set_sample(rows, x, y, 0, grey.at(x, y));
            if (rows.format.channels == 2) set_sample(rows, x, y, 1, alpha.at(x, y));
        }
}

void fill_colours(const avifImage& image, const HostView& rows) {
    avifRGBImage to;
    avifRGBImageSetDefaults(&to, &image);
    to.depth = rows.format.pixel == Pixel::u8 ? 8 : 16;
    to.format = rows.step() == 4 ? AVIF_RGB_FORMAT_RGBA : AVIF_RGB_FORMAT_RGB;
    to.ignoreAlpha = rows.format.channels == 3 ? AVIF_TRUE : AVIF_FALSE;
    to.pixels = static_cast<std::uint8_t*>(rows.data);
    to.rowBytes = static_cast<std::uint32_t>(rows.pitch);
    check_avif(avifImageYUVToRGB(&image, &to), broken_avif);
    if (!rows.packed_pixels()) clear_padding(rows);
}

class AvifRows : public FileRows {
public:
    AvifRows(const FileBytes& file, const DecodeOptions& options, const Warn& warn)
        : size_(file.size), page_(options.page), avif_(file) {
        const FileHeader header = avif_header_of(avif_, page_);
        format = header.format;
        orientation = header.orientation;
        at_once = "AVIF is always decoded as a whole";
        const avifImage& image = avif_.image();
        bits = static_cast<int>(image.depth);
        metadata.icc.assign(image.icc.data, image.icc.data + image.icc.size);
        const Bytes exif(image.exif.data, image.exif.size), xmp(image.xmp.data, image.xmp.size);
        metadata.exif = upright_exif(exif);  // its orientation means nothing here
        metadata.xmp = upright_xmp(xmp);
        metadata.resolution = exif_resolution(exif);
        if (!exif.empty() && metadata.exif.empty()) warn("its EXIF data is left out: it is broken");
        const CodedColours colours = avif_.colours();
        hdr_ = HdrLight::of(colours);
        if (!hdr_ && metadata.icc.empty()) metadata.icc = coded_icc(colours, format.colors() == 1, warn);
        if (has_gain_map_brand(file)) warn(std::string(gain_map_ignored));
        if ((image.transformFlags & AVIF_TRANSFORM_CLAP) != 0) warn("it is not cropped as it says");
        if (page_ != 0 || avif_.count() < 2) return;
        for (std::size_t i = 0; i < avif_.count(); ++i) {
            avifImageTiming timing{};
            avifDecoderNthImageTiming(&avif_.get(), static_cast<std::uint32_t>(i), &timing);
            const double milliseconds = std::clamp(1e3 * timing.duration, 0.0, 1e9);
            metadata.animation.delays.push_back(static_cast<std::uint32_t>(std::lround(milliseconds)));
        }
    }

    void read(const HostView& rows) override {
        const ImageFormat stored = avif_.format();
        if (page_ != 0) {
            avif_.decode(static_cast<std::size_t>(page_) - 1, stored);
            return fill(rows);
        }
        const int turned = avif_orientation(avif_.image());
        for (std::size_t i = 0; i < format.layers; ++i) {
            avif_.decode(i, stored);
            const HostView layer = rows_of(rows, i * format.height, format.height);
            if (turned == 1) {
                fill(layer);
                continue;
            }
            HostImage lying(stored, {rows.packed_pixels() ? Layout::packed : Layout::device});
            fill(lying.view());
            place(lying.view(), 0, layer, turned);
        }
    }

    std::size_t memory() override {
        // Planes of what is decoded, of what it refers to, and of alpha; the library never says how much.
        constexpr std::size_t more = std::size_t{32} << 20;
        const std::size_t of_pixel =
            (format.pixel == Pixel::u8 ? 12 : 24) + (avif_.count() > 1 ? 24 : 0) + (hdr_ ? 8 : 0);
        return of_pixel * format.width * format.height + 2 * static_cast<std::size_t>(size_) + more;
    }

    std::size_t pages() override { return avif_.count(); }
    std::vector<Wording> warnings() override {
        if (page_ == 0 || avif_.count() < 2) return {};
        return {only_page(page_, std::to_string(avif_.count()))};
    }

private:
    void fill(const HostView& rows) const {
        if (avif_.image().yuvPlanes[AVIF_CHAN_Y] == nullptr)
            throw_input(broken_avif + std::string("it has no image"));
        if (!hdr_) return fill_codes(rows);
        hdr_->fill(rows, avif_.coded_format(), [&](const HostView& codes) { fill_codes(codes); });
    }

    void fill_codes(const HostView& rows) const {
        rows.format.colors() == 1 ? fill_grey(avif_.image(), rows) : fill_colours(avif_.image(), rows);
    }

    std::uint64_t size_;
    int page_;
    AvifDecoder avif_;
    std::optional<HdrLight> hdr_;
};

}  // namespace

std::string avif_library() { return std::string("libavif ") + avifVersion(); }

FileHeader avif_header(const FileBytes& file, int page) { return avif_header_of(AvifDecoder(file), page); }

std::unique_ptr<FileRows> avif_open(const FileBytes& file, const DecodeOptions& options, const Warn& warn) {
    return std::make_unique<AvifRows>(file, options, warn);
}

}  // namespace sluice
