#include "pipeline/plan/code/natural_code.hpp"

#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

// A texel is read and written as what its type makes of it: four numbers, of which grey has the first. Halves
// come as floats, and every half is a float. Normalized numbers become integers where they are read, and come
// from them where they are written.
struct TexelCode {
    const char* function;  // "ui" of read_imageui
    const char* numbers;   // what that gives
};
TexelCode texel_code(Pixel pixel) {
    if (!is_integer(pixel)) return {"f", "float"};
    return is_signed(pixel) ? TexelCode{"i", "int"} : TexelCode{"ui", "uint"};
}

std::string read_texel(const std::string& name, const PlannedImage& image, const std::string& at) {
    const Pixel pixel = image.format.pixel;
    if (image.normalized)
        return cat("normalized_codes_", sluice::name(pixel), "(read_imagef(", name, ", ", at, "))");
    return cat("read_image", texel_code(pixel).function, "(", name, ", ", at, ")");
}

std::string lanes_of(const char* type, const ImageFormat& format) {
    return format.lanes() == 1 ? type : cat(type, format.lanes());
}

}  // namespace

std::string natural_read(const std::string& name, const PlannedImage& image) {
    const ImageFormat& format = image.format;
    const std::string numbers =
        cat(read_texel(name, image, "(int2)(x, y)"), format.lanes() == 1 ? ".s0" : "");
    if (format.pixel == Pixel::f16) return cat(lanes_of("half", format), "_encode(", numbers, ")");
    return cat("convert_", pixel_type(format), "(", numbers, ")");
}

std::string natural_write(const std::string& name, const PlannedImage& image) {
    const ImageFormat& format = image.format;
    const TexelCode code = texel_code(format.pixel);
    const std::string converted = format.pixel == Pixel::f16
                                      ? cat(lanes_of("half", format), "_decode(v)")
                                      : cat("convert_", lanes_of(code.numbers, format), "(v)");
    const std::string four =
        format.lanes() == 1 ? cat("(", code.numbers, "4)(", converted, ", 0, 0, 1)") : converted;
    if (image.normalized)
        return cat("write_imagef(", name, ", (int2)(x, y), normalized_of_", sluice::name(format.pixel), "(",
                   four, "))");
    return cat("write_image", code.function, "(", name, ", (int2)(x, y), ", four, ")");
}

bool natural_in_words(const PlannedImage& image, const PassShape& shape) {
    return image.storage == Storage::natural && !shape.alone && !shape.doubles &&
           shape.unit * image.format.lanes() % 4 == 0 && is_integer(image.format.pixel) &&
           bytes(image.format.pixel) <= 2;
}

std::string natural_load_words(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    const int lanes = image.format.lanes();
    const auto texel = [&](int p) {
        return read_texel(name, image, cat("(int2)(LOAD_COLUMN(", p, "), ", name, "_base + y)"));
    };
    std::string text;
    for (int i = 0; i < shape.unit * lanes / 4; ++i) {
        const std::string four =
            lanes == 4 ? texel(i)
                       : cat("(", texel_code(image.format.pixel).numbers, "4)(", texel(4 * i), ".s0, ",
                             texel(4 * i + 1), ".s0, ", texel(4 * i + 2), ".s0, ", texel(4 * i + 3), ".s0)");
        text += cat("            ", name, "_in[d].four[", i, "] = texel_packed_",
                    sluice::name(image.format.pixel), "(", four, ");\n");
    }
    return text;
}

}  // namespace sluice
