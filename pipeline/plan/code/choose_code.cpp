#include "pipeline/plan/code/choose_code.hpp"

#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/text.hpp"

#include <array>

namespace sluice {

Choosing choosing(const ImageFormat& format, const PassShape& shape) {
    if (!is_integer(format.pixel) || format.lanes() != shape.lanes || shape.tile) return Choosing::numbers;
    if (shape.alone) return Choosing::samples;
    const bool pairs =
        (format.pixel == Pixel::u8 || format.pixel == Pixel::u16) && format.lanes() * shape.pixels == 4;
    return pairs ? Choosing::pairs : Choosing::numbers;
}

std::string choose_type(Choosing how, const ImageFormat& format, const PassShape& shape) {
    return how == Choosing::numbers ? "V" : how == Choosing::pairs ? "uint2" : piece_type(format, shape);
}

std::vector<KernelSource::Macro> choose_macros(Choosing how, const ImageFormat& format,
                                               const PassShape& shape) {
    const auto macros = [&](const char* least, const char* greatest, const std::string& keep) {
        return std::vector<KernelSource::Macro>{{"S", choose_type(how, format, shape)},
                                                {"S_IS_V", how == Choosing::numbers ? "1" : "0"},
                                                {"LEAST", least},
                                                {"GREATEST", greatest},
                                                {"KEEP_ALPHA(own, v)", keep}};
    };
    if (how == Choosing::numbers) return macros("fmin", "fmax", "(ALPHA_LANES ? (own) : (v))");
    if (how == Choosing::pairs) return macros("pairs_min", "pairs_max", "pairs_keep_alpha(own, v)");
    return macros("min", "max", cat("(", choose_mask(how, "ALPHA_LANES", format, shape), " ? (own) : (v))"));
}

std::string choose_mask(Choosing how, const std::string& mask, const ImageFormat& format,
                        const PassShape& shape) {
    if (how != Choosing::samples) return cat("(", mask, ")");
    constexpr std::array<const char*, 5> types{"", "char", "short", "", "int"};  // by bytes
    return cat("convert_", types[bytes(format.pixel)], format.lanes() * shape.pixels, "(", mask, ")");
}

std::string pairs_of_each(const std::string& name, const PlannedImage& image,
                          const std::function<std::string(int)>& place) {
    const bool bytes = image.format.pixel == Pixel::u8;
    if (image.format.lanes() == 4) {
        const std::string words = cat(name, "_WORDS(", place(0), ")");
        return bytes ? cat("pairs_of_u8(", words, ")") : words;
    }
    const auto pair = [&](int low, int high) {
        return cat(name, "_PIXEL(", place(low), ") | (uint)", name, "_PIXEL(", place(high), ") << 16");
    };
    return cat("(uint2)(", pair(0, bytes ? 2 : 1), ", ", pair(bytes ? 1 : 2, 3), ")");
}

std::string chosen_piece(Choosing how, const ImageFormat& format, const std::string& chosen) {
    if (how != Choosing::pairs) return chosen;
    return format.pixel == Pixel::u8 ? cat("as_uchar4(pairs_to_u8(", chosen, "))")
                                     : cat("as_ushort4(", chosen, ")");
}

}  // namespace sluice
