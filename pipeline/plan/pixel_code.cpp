#include "pipeline/plan/pixel_code.hpp"

#include "pipeline/plan/text.hpp"

#include <array>

namespace sluice {
namespace {

std::string element(Pixel pixel) {  // as it lies in memory; halves as their bits
    constexpr std::array<const char*, 8> names{"uchar", "char",   "ushort", "short",
                                               "int",   "ushort", "float",  "double"};
    return names[static_cast<std::size_t>(pixel)];
}

std::string vector_of(const std::string& type, int n) { return n > 1 ? cat(type, n) : type; }

// Elements of one piece: PIXELS pixels of this image.
int piece_elements(const ImageFormat& format, const PassShape& shape) {
    return format.lanes() * shape.pixels;
}

std::string decode(const std::string& name, const ImageFormat& format, const PassShape& shape) {
    const int n = piece_elements(format, shape);
    const std::string real = vector_of(shape.doubles ? "double" : "float", n);
    const std::string loaded =
        format.pixel == Pixel::f16 ? cat(vector_of("half", n), "_decode(raw)") : std::string("raw");
    const std::string value = cat("convert_", real, "(", loaded, ")");
    const std::string lanes = format.lanes() < shape.lanes ? cat("GREY(", value, ")") : value;
    return cat("V ", name, "_decode(", vector_of(element(format.pixel), n), " raw) { return ", lanes,
               "; }\n");
}

std::string encode(const std::string& name, const ImageFormat& format, const PassShape& shape) {
    const int n = piece_elements(format, shape);
    const std::string type = vector_of(element(format.pixel), n);
    const std::string v = format.lanes() < shape.lanes ? "FIRST(v)" : "v";
    std::string body;
    if (format.pixel == Pixel::f16) {
        body = cat("return ", vector_of("half", n), "_encode(convert_", vector_of("float", n), "(", v, "));");
    } else if (is_integer(format.pixel)) {  // v is in range; the sum rounds it and has it in its low bits
        body = cat("return convert_", type, "(as_", vector_of(shape.doubles ? "long" : "int", n), "(", v,
                   " + MAGIC));");
    } else {
        body = cat("return convert_", type, "(", v, ");");
    }
    return cat(type, " ", name, "_encode(V v) { ", body, " }\n");
}

}  // namespace

int unit_texels(const ImageFormat& format, const PassShape& shape) {
    return shape.unit * format.lanes() * static_cast<int>(bytes(format.pixel)) / 16;
}

std::string image_declarations(const std::string& name, const PlannedImage& image, const PassShape& shape,
                               Access access) {
    const bool writes = access == Access::write;
    const std::string piece = vector_of(element(image.format.pixel), piece_elements(image.format, shape));
    std::string text = cat("\n// ", name, ": ", sluice::name(image.format.pixel), " x", image.format.channels,
                           ", ", sluice::name(image.storage), "\n");
    const int texels = unit_texels(image.format, shape);
    text += cat("typedef union { uint4 texel[", texels, "]; ", piece, " piece[", shape.unit / shape.pixels,
                "]; ", access == Access::read_words ? cat("WORDS words[", 4 * texels, " / WORDS_N]; ") : "",
                "} ", name, "_unit;\n");
    text += writes ? encode(name, image.format, shape) : decode(name, image.format, shape);
    if (image.storage == Storage::buffer)
        text += cat("#define ", name, "_TEXEL(i, y) ", name, "[(size_t)(y) * ", name, "_pitch + (i)]\n");
    else if (!writes)
        text += cat("#define ", name, "_TEXEL(i, y) read_imageui(", name, ", (int2)(i, y))\n");
    return text;
}

void image_parameters(KernelParameters& parameters, const std::string& name, const PlannedImage& image,
                      std::size_t index, bool writes) {
    if (image.storage == Storage::image) {
        parameters.add(cat(writes ? "__write_only" : "__read_only", " image2d_t ", name),
                       ImageArgument{index});
    } else {
        parameters.add(cat("__global ", writes ? "" : "const ", "uint4 *", writes ? "restrict " : "", name),
                       ImageArgument{index});
        parameters.number("uint", cat(name, "_pitch"), static_cast<double>(image.texels()));
    }
}

std::string load_unit(const std::string& name, const PlannedImage& image, const PassShape& shape,
                      Access access) {
    const int n = unit_texels(image.format, shape);
    std::string text;
    if (access == Access::read_words && image.storage == Storage::buffer && shape.alone) {
        for (int k = 0; k < n / 4; ++k)  // a line of the cache at once
            text += cat("            ", name, "_in[d].words[", k, "] = vload16(", k,
                        ", (__global const uint *)&", name, "_TEXEL(column * ", n, ", base + y));\n");
        return text;
    }
    for (int k = 0; k < n; ++k)
        text += cat("            ", name, "_in[d].texel[", k, "] = ", name, "_TEXEL(column * ", n, " + ", k,
                    ", base + y);\n");
    return text;
}

std::string store_unit(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    const int n = unit_texels(image.format, shape);
    std::string text;
    for (int k = 0; k < n; ++k) {
        const std::string at = cat("column * ", n, " + ", k);
        const std::string texel = cat(name, "_out.texel[", k, "]");
        text +=
            image.storage == Storage::buffer
                ? cat("            ", name, "_TEXEL(", at, ", base + y) = ", texel, ";\n")
                : cat("            write_imageui(", name, ", (int2)(", at, ", base + y), ", texel, ");\n");
    }
    return text;
}

std::string rounded(const std::string& v, Pixel pixel, const PassShape& shape, bool stored_only) {
    const std::string how = stored_only ? "saturate_" : "round_";
    switch (pixel) {
        case Pixel::u8: return cat(how, "unsigned(", v, ", 255)");
        case Pixel::u16: return cat(how, "unsigned(", v, ", 65535)");
        case Pixel::i8: return cat(how, "signed(", v, ", -128, 127)");
        case Pixel::i16: return cat(how, "signed(", v, ", -32768, 32767)");
        case Pixel::i32: return cat(how, "signed(", v, ", -2147483648.0, 2147483647.0)");
        case Pixel::f16: return cat("round_half(", v, ")");
        case Pixel::f32: return shape.doubles ? cat("CONVERT(REAL, CONVERT(float, ", v, "))") : v;
        case Pixel::f64: break;
    }
    return v;
}

}  // namespace sluice
