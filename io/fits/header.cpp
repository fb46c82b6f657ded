#include "io/fits/header.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <string_view>

namespace sluice {
namespace {

constexpr std::size_t most_fits_header = std::size_t{16} << 20, most_fits_units = 100'000;
constexpr int most_fits_axes = 8;

[[noreturn]] void throw_broken_fits(const std::string& what) { throw_input("it is a broken FITS: " + what); }

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

// A header and the data behind it.
struct FitsUnit {
    FitsImage image;
    std::array<std::uint64_t, most_fits_axes> axes{};
    int axis_count = 0;
    std::uint64_t groups = 1, parameters = 0;
    bool is_image = true, compressed = false, third_is_no_colour = false;
    double data_bytes() const {
        if (axis_count == 0) return 0;
        double count = 1;
        for (int i = 0; i < axis_count; ++i) count *= static_cast<double>(axes[static_cast<std::size_t>(i)]);
        return static_cast<double>(image.sample_bytes()) * static_cast<double>(groups) *
               (static_cast<double>(parameters) + count);
    }
};

class FitsWalk {
public:
    FitsWalk(const FileBytes& file, std::size_t most) : file_(file), most_(most) {}

    std::vector<FitsImage> walk() {
        bool compressed = false;
        std::uint64_t at = 0;
        for (std::size_t count = 0; count < most_fits_units && at < file_.size; ++count) {
            FitsUnit unit;
            std::uint64_t data = 0;
            try {
                data = read_header(at, unit);
            } catch (const Error&) {
                if (count == 0) throw;
                break;  // what stands behind the last image may be anything
            }
            compressed |= unit.compressed;
            unit.image.at = data;
            if (unit.is_image && take_axes(unit)) found_.push_back(unit.image);
            if (most_ != 0 && found_.size() == most_) break;
            const double bytes = unit.data_bytes();
            if (!(bytes < 0x1p62)) break;
            const auto whole = static_cast<std::uint64_t>(bytes);
            at = data + (whole + fits_block - 1) / fits_block * fits_block;
        }
        if (!found_.empty()) return std::move(found_);
        if (compressed) throw_input("its image is compressed (ZIMAGE), which sluice cannot read");
        throw_input("it is a FITS without an image");
    }

private:
    // Says where the data begins.
    std::uint64_t read_header(std::uint64_t at, FitsUnit& unit) const {
        for (std::uint64_t begin = at; at - begin < most_fits_header; at += fits_block) {
            const Bytes bytes = file_.whole(at, fits_block);
            const std::string block(bytes.begin(), bytes.begin() + fits_block);
            for (std::size_t card = 0; card < fits_block; card += fits_card) {
                const std::string_view text(block.data() + card, fits_card);
                const std::string_view name = trimmed(text.substr(0, 8));
                if (name == "END") return at + fits_block;
                if (text.substr(8, 2) == "= ") take_card(name, value_of(text.substr(10)), unit);
            }
        }
        throw_broken_fits("its header has no end");
    }

    // Without the comment.
    static std::string_view value_of(std::string_view text) {
        text = trimmed(text);
        if (text.starts_with('\'')) {
            const std::size_t end = text.find('\'', 1);
            return trimmed(text.substr(1, end == text.npos ? end : end - 1));
        }
        return trimmed(text.substr(0, text.find('/')));
    }

    static double real_of(std::string_view value) {
        std::string text(value);
        std::replace(text.begin(), text.end(), 'D', 'E');
        std::string_view digits = text;
        if (digits.starts_with('+')) digits.remove_prefix(1);
        double number = 0;
        const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (fault != std::errc() || end != digits.data() + digits.size())
            throw_broken_fits("its header has a value that is no number");
        return number;
    }
    static std::int64_t whole_of(std::string_view value, std::int64_t low, std::int64_t high) {
        const double number = real_of(value);
        if (!(number >= static_cast<double>(low) && number <= static_cast<double>(high)) ||
            number != std::floor(number))
            throw_broken_fits("its header has a number that makes no sense");
        return static_cast<std::int64_t>(number);
    }

    static void take_card(std::string_view name, std::string_view value, FitsUnit& unit) {
        constexpr std::int64_t longest = std::int64_t{1} << 40;
        FitsImage& image = unit.image;
        if (name == "BITPIX") {
            image.bits = static_cast<int>(whole_of(value, -64, 64));
            constexpr std::array possible{8, 16, 32, 64, -32, -64};
            if (std::find(possible.begin(), possible.end(), image.bits) == possible.end())
                throw_broken_fits("its samples have " + std::to_string(image.bits) + " bits");
        } else if (name == "NAXIS") {
            unit.axis_count = static_cast<int>(whole_of(value, 0, most_fits_axes));
        } else if (name.size() == 6 && name.starts_with("NAXIS") && name[5] >= '1' && name[5] <= '8') {
            unit.axes[static_cast<std::size_t>(name[5] - '1')] =
                static_cast<std::uint64_t>(whole_of(value, 0, longest));
        } else if (name == "XTENSION") {
            unit.is_image = value == "IMAGE";
        } else if (name == "ZIMAGE") {
            unit.compressed = value == "T";
        } else if (name == "CTYPE3") {
            unit.third_is_no_colour = value != "RGB";
        } else if (name == "GCOUNT") {
            unit.groups = static_cast<std::uint64_t>(whole_of(value, 0, longest));
        } else if (name == "PCOUNT") {
            unit.parameters = static_cast<std::uint64_t>(whole_of(value, 0, longest));
        } else if (name == "BSCALE") {
            image.scale = real_of(value);
        } else if (name == "BZERO") {
            image.zero = real_of(value);
        } else if (name == "BLANK") {
            image.blank = whole_of(value, std::numeric_limits<std::int32_t>::min(), longest);
        } else if (name != "SIMPLE" && name != "EXTEND" && name != "BUNIT") {
            image.more_keywords = true;
        }
    }

    // The first two are its sides; three of the third are colours; all others are layers. False: it has none.
    static bool take_axes(FitsUnit& unit) {
        FitsImage& image = unit.image;
        if (unit.axis_count == 0) return false;
        if (image.bits == 0) throw_broken_fits("it does not say how many bits its samples have");
        if (!std::isfinite(image.scale) || !std::isfinite(image.zero))
            throw_broken_fits("its scale is no number");
        const auto axis = [&](int i) {
            return i < unit.axis_count ? static_cast<std::size_t>(unit.axes[static_cast<std::size_t>(i)]) : 1;
        };
        image.width = axis(0);
        image.height = axis(1);
        const bool colours = axis(2) == 3 && !unit.third_is_no_colour;
        image.colours = colours ? 3 : 1;
        double layers = colours ? 1 : static_cast<double>(axis(2));
        for (int i = 3; i < unit.axis_count; ++i) layers *= static_cast<double>(axis(i));
        if (image.width == 0 || image.height == 0 || layers < 1) return false;
        if (layers > 0x1p40) throw_broken_fits("its axes are far too long");
        image.layers = static_cast<std::size_t>(layers);
        return true;
    }

    FileBytes file_;
    std::size_t most_;
    std::vector<FitsImage> found_;
};

}  // namespace

bool FitsImage::is_integer() const {
    if (bits < 0 || bits == 64 || scale != 1) return false;
    if (zero == 0) return true;
    return (bits == 8 && zero == -128) || (bits == 16 && zero == 32768);
}

ImageFormat FitsImage::format() const {
    ImageFormat format;
    format.width = width;
    format.height = height;
    format.layers = layers;
    format.channels = static_cast<int>(colours);
    format.space = Space::data;
    if (is_integer())
        format.pixel = bits == 8    ? (zero == 0 ? Pixel::u8 : Pixel::i8)
                       : bits == 16 ? (zero == 0 ? Pixel::i16 : Pixel::u16)
                                    : Pixel::i32;
    else
        format.pixel = bits == -32 || bits == 8 || bits == 16 ? Pixel::f32 : Pixel::f64;
    return format;
}

std::vector<FitsImage> fits_images(const FileBytes& file, std::size_t most) {
    return FitsWalk(file, most).walk();
}

}  // namespace sluice
