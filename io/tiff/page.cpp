#include "io/tiff/page.hpp"

#include "io/icc.hpp"
#include "io/pages.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string_view>

namespace sluice {
namespace {

using Colors = TiffPage::Colors;

struct TiffCompression {
    std::uint16_t number;
    bool by_scanlines;
};

std::string plural(int count, const std::string& what) {
    return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

Pixel stored_as(int bits, int sample_format) {
    const bool floats = sample_format == SAMPLEFORMAT_IEEEFP;
    const bool sign = sample_format == SAMPLEFORMAT_INT;
    if (sample_format > SAMPLEFORMAT_VOID) throw_input("its samples are complex numbers");
    if (floats) {
        if (bits == 16) return Pixel::f16;
        if (bits == 32) return Pixel::f32;
        if (bits == 64) return Pixel::f64;
    } else if (sign) {
        if (bits == 8) return Pixel::i8;
        if (bits == 16) return Pixel::i16;
        if (bits == 32) return Pixel::i32;
    } else if (bits >= 1 && bits <= 16) {
        return bits <= 8 ? Pixel::u8 : Pixel::u16;
    } else if (bits == 32) {
        return Pixel::f64;
    }
    throw_input("it is a TIFF with " + std::to_string(bits) + "-bit " +
                (floats ? "floats"
                 : sign ? "signed integers"
                        : "integers") +
                "; integers of 1 to 16 and of 32 bits, signed ones of 8, 16 and 32 and floats of 16, 32 and "
                "64 can be read");
}

// Of those that libtiff can have. Left out is what decodes a few bytes for minutes or ends the program where
// a file is damaged (JBIG calls abort()), and what nobody has written for decades.
constexpr std::array compressions{
    TiffCompression{COMPRESSION_NONE, true},      TiffCompression{COMPRESSION_CCITTRLE, true},
    TiffCompression{COMPRESSION_CCITTFAX3, true}, TiffCompression{COMPRESSION_CCITTFAX4, true},
    TiffCompression{COMPRESSION_CCITTRLEW, true}, TiffCompression{COMPRESSION_LZW, true},
    TiffCompression{COMPRESSION_JPEG, true},      TiffCompression{COMPRESSION_ADOBE_DEFLATE, true},
    TiffCompression{COMPRESSION_DEFLATE, true},   TiffCompression{COMPRESSION_PACKBITS, true},
    TiffCompression{COMPRESSION_LZMA, true},      TiffCompression{COMPRESSION_ZSTD, true},
    TiffCompression{COMPRESSION_WEBP, false},     TiffCompression{COMPRESSION_LERC, false},
    TiffCompression{COMPRESSION_PIXARLOG, false}};

TiffCompression compression_of(const TiffFile& file) {
    const auto number = file.tag<std::uint16_t>(TIFFTAG_COMPRESSION, COMPRESSION_NONE);
    if (TIFFIsCODECConfigured(number) == 0)
        throw_input("its compression, number " + std::to_string(number) +
                    " of TIFF, is not supported by this libtiff");
    const auto found = std::find_if(compressions.begin(), compressions.end(),
                                    [&](const TiffCompression& c) { return c.number == number; });
    if (found != compressions.end()) return *found;
    throw_input("it is compressed with " + std::string(TIFFFindCODEC(number)->name) +
                ", which sluice does not read");
}

std::string photometric_name(int photometric) {
    switch (photometric) {
        case PHOTOMETRIC_CFA: return "those of a sensor (a raw image)";
        case PHOTOMETRIC_LOGL:
        case PHOTOMETRIC_LOGLUV: return "LogLuv";
        case PHOTOMETRIC_ICCLAB:
        case PHOTOMETRIC_ITULAB:
        case PHOTOMETRIC_CIELAB: return "L*a*b*";
        case PHOTOMETRIC_YCBCR: return "Y Cb Cr";
        default: return "of the kind " + std::to_string(photometric);
    }
}

// A profile says how floats relate to light; without one they are numbers as they stand.
Space space_of_floats(const TiffFile& file) {
    const std::vector<std::uint8_t> profile = file.bytes_of(TIFFTAG_ICCPROFILE);
    if (profile.empty()) return Space::data;
    return icc_is_linear(profile) ? Space::linear : Space::encoded;
}

// How many samples are colours, and what they are.
int find_colors(TiffPage& page, TiffFile& file, int photometric) {
    TIFF* tiff = file.get();
    const bool bytes = page.stored == Pixel::u8 && page.bits == 8;
    switch (photometric) {
        case PHOTOMETRIC_MINISBLACK:
        case PHOTOMETRIC_MASK: return 1;
        case PHOTOMETRIC_MINISWHITE: page.colors = Colors::white_is_zero; return 1;
        case PHOTOMETRIC_RGB: return 3;
        case PHOTOMETRIC_PALETTE:
            if (is_signed(page.stored)) throw_input("its palette has signed indices");
            page.colors = Colors::palette;
            return 1;
        case PHOTOMETRIC_SEPARATED:
            if (file.tag<std::uint16_t>(TIFFTAG_INKSET, INKSET_CMYK) != INKSET_CMYK || page.samples < 4)
                throw_input("its inks are other than CMYK");
            if (page.stored != Pixel::u8 && page.stored != Pixel::u16)
                throw_input("its CMYK inks are not of 8 or 16 bits");
            page.colors = Colors::inks;
            page.warnings.emplace_back("its CMYK inks are converted to RGB without their colour profile");
            return 4;
        case PHOTOMETRIC_YCBCR:
            if (file.tag<std::uint16_t>(TIFFTAG_COMPRESSION, 1) == COMPRESSION_JPEG && !page.planes) {
                TIFFSetField(tiff, TIFFTAG_JPEGCOLORMODE, JPEGCOLORMODE_RGB);
                return 3;
            }
            [[fallthrough]];
        case PHOTOMETRIC_CIELAB:
            if (!bytes || page.samples < 3) break;
            if (page.samples > 4)  // libtiff would unpack all of them
                throw_input("it has " + std::to_string(page.samples) +
                            " samples a pixel, and colours that are " + photometric_name(photometric) +
                            ": 3 or 4 can be read");
            page.colors = Colors::by_libtiff;
            return 3;
        default: break;
    }
    throw_input("its colours are " + photometric_name(photometric) + ", which sluice cannot read");
}

// Which of the samples behind the colours is alpha, or -1.
int find_alpha(TiffPage& page, TiffFile& file, int colors) {
    const int extra = page.samples - colors;
    if (extra <= 0) return -1;
    std::uint16_t count = 0;
    std::uint16_t* kinds = nullptr;
    if (TIFFGetField(file.get(), TIFFTAG_EXTRASAMPLES, &count, &kinds) != 1) count = 0;
    int alpha = -1;
    for (int i = 0; i < std::min<int>(count, extra) && alpha < 0; ++i)
        if (kinds[i] == EXTRASAMPLE_ASSOCALPHA || kinds[i] == EXTRASAMPLE_UNASSALPHA) {
            alpha = colors + i;
            page.premultiplied = kinds[i] == EXTRASAMPLE_ASSOCALPHA;
        }
    const bool convertible = page.colors == Colors::as_they_are || page.colors == Colors::white_is_zero;
    if (alpha < 0 && extra == 1 && colors == 3 && convertible) {  // programs forget to say it
        alpha = colors;
        page.warnings.emplace_back(
            "its fourth channel is assumed to be alpha, because the file does not say");
    }
    if (!convertible) alpha = -1, page.premultiplied = false;
    if (const int lost = extra - (alpha >= 0 ? 1 : 0); lost > 0)
        page.warnings.push_back(plural(lost, "further channel") + " of it " + (lost == 1 ? "is" : "are") +
                                " left out");
    return alpha;
}

// Whether pixels are read otherwise without the tag.
bool decides_pixels(const std::string& tag) {
    constexpr std::array<std::string_view, 29> names = {"BitsPerSample",       "ColorMap",
                                                        "Compression",         "ExtraSamples",
                                                        "FillOrder",           "Group3Options",
                                                        "Group4Options",       "ImageLength",
                                                        "ImageWidth",          "InkSet",
                                                        "JPEGTables",          "NumberOfInks",
                                                        "Orientation",         "PhotometricInterpretation",
                                                        "PlanarConfiguration", "Predictor",
                                                        "ReferenceBlackWhite", "RowsPerStrip",
                                                        "SampleFormat",        "SamplesPerPixel",
                                                        "StripByteCounts",     "StripOffsets",
                                                        "TileByteCounts",      "TileLength",
                                                        "TileOffsets",         "TileWidth",
                                                        "YCbCrCoefficients",   "YCbCrPositioning",
                                                        "YCbCrSubsampling"};
    return std::find(names.begin(), names.end(), tag) != names.end();
}

bool is_page(TiffFile& file) {
    return (file.tag<std::uint32_t>(TIFFTAG_SUBFILETYPE, 0) & (FILETYPE_REDUCEDIMAGE | FILETYPE_MASK)) == 0;
}

void refuse_raw(TiffFile& file) {
    std::uint8_t* version = nullptr;
    if (TIFFGetField(file.get(), TIFFTAG_DNGVERSION, &version) == 1)
        throw_input("it is a raw image (DNG), which sluice cannot read");
    std::uint16_t count = 0;
    void* directories = nullptr;
    if (!is_page(file) && TIFFGetField(file.get(), TIFFTAG_SUBIFD, &count, &directories) == 1)
        throw_input("it is a camera's raw image, of which sluice could read only the preview");
}

}  // namespace

TiffPage tiff_page(TiffFile& file) {
    TIFF* tiff = file.get();
    refuse_raw(file);
    TiffPage page;
    const auto width = file.tag<std::uint32_t>(TIFFTAG_IMAGEWIDTH, 0);
    const auto height = file.tag<std::uint32_t>(TIFFTAG_IMAGELENGTH, 0);
    if (width == 0 || height == 0) throw_input("it is a broken TIFF: it has no pixels");
    page.bits = file.tag<std::uint16_t>(TIFFTAG_BITSPERSAMPLE, 1);
    page.samples = file.tag<std::uint16_t>(TIFFTAG_SAMPLESPERPIXEL, 1);
    page.stored = stored_as(page.bits, file.tag<std::uint16_t>(TIFFTAG_SAMPLEFORMAT, SAMPLEFORMAT_UINT));
    page.planes =
        page.samples > 1 && file.tag<std::uint16_t>(TIFFTAG_PLANARCONFIG, 1) == PLANARCONFIG_SEPARATE;
    const int orientation = file.tag<std::uint16_t>(TIFFTAG_ORIENTATION, 1);
    page.orientation = orientation >= 1 && orientation <= 8 ? orientation : 1;

    page.by_scanlines = compression_of(file).by_scanlines;
    const int guess = page.samples >= 3 ? PHOTOMETRIC_RGB : PHOTOMETRIC_MINISBLACK;
    std::uint16_t photometric = 0;
    if (TIFFGetField(tiff, TIFFTAG_PHOTOMETRIC, &photometric) != 1) {
        photometric = static_cast<std::uint16_t>(guess);
        if (!file.broken_tags().contains("PhotometricInterpretation"))
            page.warnings.emplace_back(
                "it does not say what its numbers mean (PhotometricInterpretation): " +
                std::string(page.samples >= 3 ? "RGB is assumed" : "0 is assumed to be black"));
    }
    for (const std::string& tag : file.broken_tags()) {
        if (decides_pixels(tag))
            page.damage = "it is a broken TIFF: its " + tag + " is broken";
        else
            page.warnings.push_back("its " + tag + " is left out: it is broken");
    }

    const int colors = find_colors(page, file, photometric);
    if (page.samples < colors)
        throw_input("it is a broken TIFF: " + plural(page.samples, "sample") + " a pixel make no colour");
    const int alpha = find_alpha(page, file, colors);
    if (page.widens() && (page.premultiplied || page.colors == Colors::white_is_zero))
        throw_input("it is a TIFF with 32-bit integers " +
                    std::string(page.premultiplied ? "that were multiplied by alpha" : "whose 0 is white") +
                    ", which can be read of up to 16 bits");
    for (int i = 0; i < colors; ++i) page.taken.push_back(i);
    if (alpha >= 0) page.taken.push_back(alpha);

    ImageFormat& format = page.format;
    format.width = width;
    format.height = height;
    format.pixel = page.stored;
    if (page.colors == Colors::palette) format.pixel = Pixel::u8;
    if (!is_integer(format.pixel)) format.space = space_of_floats(file);
    const bool coloured = colors >= 3 || page.colors == Colors::palette;
    format.channels = (coloured ? 3 : 1) + (alpha >= 0 ? 1 : 0);
    format.grey_alpha = format.channels == 2;
    // 1, 2 and 4 bits become 8; other depths keep their values.
    const bool odd = is_integer(page.stored) && page.bits % 8 != 0 && 8 % page.bits != 0;
    if (odd && page.colors != Colors::palette) format.white = static_cast<double>((1 << page.bits) - 1);
    return page;
}

void go_to_page(TiffFile& file, int page) {
    int found = is_page(file) ? 1 : 0;
    while (found < page) {
        if (!go_to_next_page(file)) {
            file.check(!file.ended());
            if (found == 0 && page == 1) {  // only thumbnails: the first of them
                file.check(file.first_directory());
                return file.forget_faults();
            }
            throw_no_page(page, static_cast<std::size_t>(found));
        }
        ++found;
    }
}

bool go_to_next_page(TiffFile& file) {
    while (file.next_directory())
        if (is_page(file)) return true;
    return false;
}

}  // namespace sluice
