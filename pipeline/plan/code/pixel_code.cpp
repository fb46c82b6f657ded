#include "pipeline/plan/code/pixel_code.hpp"

#include "pipeline/plan/code/natural_code.hpp"
#include "pipeline/plan/code/rows_code.hpp"
#include "pipeline/plan/text.hpp"

#include <array>

namespace sluice {
namespace {

bool has_words(Access access) { return access == Access::read_words || access == Access::write_words; }
bool is_written(Access access) { return access >= Access::write; }

std::string vector_of(const std::string& type, int n) { return n > 1 ? cat(type, n) : type; }

// OpenCL converts vectors of up to 16 lanes.
std::string converted(const std::string& type, const std::string& v, int n) {
    return cat(n > 16 ? cat("__builtin_convertvector(", v, ", ") : cat("convert_", type, "("),
               n > 16 ? type : v, ")");
}

// Elements of one piece: PIXELS pixels of this image.
int piece_elements(const ImageFormat& format, const PassShape& shape) {
    return format.lanes() * shape.pixels;
}

std::string decode(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    const ImageFormat& format = image.format;
    const int n = piece_elements(format, shape);
    const std::string real = vector_of(shape.doubles ? "double" : "float", n);
    const std::string loaded = format.pixel == Pixel::f16 ? cat(vector_of("half", n), "_decode(raw)")
                               : splits(image, shape)     ? std::string("PLANES_SPLIT(raw)")
                                                          : std::string("raw");
    const auto numbers = [&](const char* part) {
        return cat("texel_numbers_", sluice::name(format.pixel), "(as_",
                   format.pixel == Pixel::u8 ? "uint" : "uint2", "(raw", part, "))");
    };
    const bool words = has_bits(image, shape);
    const std::string value = words && n == 4   ? numbers("")
                              : words && n == 8 ? cat("(float8)(", numbers(".lo"), ", ", numbers(".hi"), ")")
                                                : converted(real, loaded, n);
    const std::string lanes = format.lanes() < shape.lanes ? cat("GREY(", value, ")") : value;
    return cat("V ", name, "_decode(", vector_of(element(format.pixel), n), " raw) { return ", lanes,
               "; }\n");
}

// Whether texel.clh writes four pixel values at once, and saturates them.
bool saturates_parts(const ImageFormat& format, const PassShape& shape) {
    const int n = piece_elements(format, shape);
    return !shape.alone && !shape.doubles && (n == 4 || n == 8) && format.lanes() == shape.lanes &&
           is_integer(format.pixel) && bytes(format.pixel) <= 2;
}

std::string encode(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    const ImageFormat& format = image.format;
    const int n = piece_elements(format, shape);
    const std::string type = vector_of(element(format.pixel), n);
    if (has_texel_code(format, shape))
        return cat(type, " ", name, "_encode(V v) { return as_", type, "(texel_encode_",
                   sluice::name(format.pixel), "(v)); }\n");
    if (saturates_parts(format, shape)) {
        const auto part = [&](const char* of) {
            return cat("texel_part_", sluice::name(format.pixel), "(v", of, ")");
        };
        return cat(type, " ", name, "_encode(V v) { return ",
                   n == 4 ? part("") : cat("(", type, ")(", part(".lo"), ", ", part(".hi"), ")"), "; }\n");
    }
    const std::string v = format.lanes() < shape.lanes ? "FIRST(v)" : "v";
    std::string made;
    if (format.pixel == Pixel::f16)
        made = cat(vector_of("half", n), "_encode(convert_", vector_of("float", n), "(", v, "))");
    else if (is_integer(format.pixel))  // v is in range; the sum rounds it and has it in its low bits
        made =
            converted(type, cat("as_", vector_of(shape.doubles ? "long" : "int", n), "(", v, " + MAGIC)"), n);
    else
        made = converted(type, v, n);
    if (splits(image, shape)) made = cat("PLANES_MERGE(", made, ")");
    return cat(type, " ", name, "_encode(V v) { return ", made, "; }\n");
}

// Pixel number i of a packed texel.
std::string pixel_of_texel(const ImageFormat& format, const std::string& texel, const std::string& i) {
    const std::string type = vector_of(element(format.pixel), format.lanes());
    switch (format.lane_bytes()) {
        case 1:
            return cat("as_", type, "((uchar)(texel_word(", texel, ", (", i, ") / 4) >> 8 * ((", i,
                       ") % 4)))");
        case 2:
            return cat("as_", type, "((ushort)(texel_word(", texel, ", (", i, ") / 2) >> 16 * ((", i,
                       ") % 2)))");
        case 4: return cat("as_", type, "(texel_word(", texel, ", ", i, "))");
        case 8: return cat("as_", type, "(texel_half(", texel, ", ", i, "))");
        default: return cat("as_", type, "(", texel, ")");
    }
}

// Element x of row y of a buffer that is gathered from.
std::string element_of_row(const std::string& name, const std::string& type) {
    return cat("((__global const ", type, " *)", name, "_ROW(y))[x]");
}

// A pixel as floats, or doubles; one of 4 samples of 8 or 16 bits as words; and as bits where it has them.
std::string numbers_declaration(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    const ImageFormat& format = image.format;
    const std::string real = vector_of(shape.doubles ? "double" : "float", format.lanes());
    const bool words = format.lanes() == 4 && (format.pixel == Pixel::u8 || format.pixel == Pixel::u16);
    const bool in_buffer = image.storage == Storage::buffer;
    std::string numbers = cat(name, "_PIXEL(x, y)"), declaration;
    if (words) {
        const char* type = format.pixel == Pixel::u8 ? "uint" : "uint2";
        declaration = cat("#define ", name, "_WORDS(x, y) ",
                          in_buffer ? element_of_row(name, type) : cat("as_", type, "(", numbers, ")"), "\n");
    }
    if (has_bits(image, shape) && !words)  // a grey one, read by itself
        declaration = cat("#define ", name, "_BITS(x, y) as_float((uint)", numbers, ")\n");
    if (has_bits(image, shape) && words) {
        const auto define = [&](const char* what, const char* function) {
            return cat("#define ", name, what, "(x, y) ", function, sluice::name(format.pixel), "(", name,
                       "_WORDS(x, y))\n");
        };
        return cat(declaration, define("_NUMBERS", "texel_numbers_"), define("_BITS", "texel_bits_"));
    }
    if (words && in_buffer)
        numbers = cat("numbers_", sluice::name(format.pixel), "(", name, "_WORDS(x, y))");
    else if (format.pixel == Pixel::f16)
        numbers = cat(vector_of("half", format.lanes()), "_decode(", numbers, ")");
    return cat(declaration, "#define ", name, "_NUMBERS(x, y) convert_", real, "(", numbers, ")\n");
}

// A piece of a row from any pixel on.
std::string side_by_side(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    const std::string type = element(image.format.pixel);
    const int n = piece_elements(image.format, shape);
    if (image.storage == Storage::buffer && n >= 4)
        return cat("#define ", name, "_SIDE_BY_SIDE(x, y) *(__global const unaligned_", type, n, " *)&", name,
                   "_PIXEL(x, y)\n");
    if (image.storage == Storage::rows)
        if (const std::string piece = rows_side_by_side(name, image, shape); !piece.empty())
            return cat("#define ", name, "_SIDE_BY_SIDE(x, y) ", piece, "\n");
    std::string pixels;
    for (int p = 0; p < shape.pixels; ++p)
        pixels += cat(p == 0 ? "" : ", ", name, "_PIXEL((x) + ", p, ", y)");
    return cat("#define ", name, "_SIDE_BY_SIDE(x, y) (", vector_of(type, n), ")(", pixels, ")\n");
}

// What a pass that goes over another domain reads.
std::string gather_declarations(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    const ImageFormat& format = image.format;
    const std::string pixel = vector_of(element(format.pixel), format.lanes());
    const auto in_texel = [&](int pixels) {
        return pixel_of_texel(format, cat("read_imageui(", name, ", (int2)((x) / ", pixels, ", y))"),
                              cat("(x) % ", pixels));
    };
    const std::string read = image.storage == Storage::natural  ? natural_read(name, image)
                             : image.storage == Storage::rows   ? rows_pixel(name, image)
                             : image.storage == Storage::buffer ? element_of_row(name, pixel)
                                                                : in_texel(texel_pixels(format));
    const std::string pixels =
        has_planes(format, shape) ? element(format.pixel) + " plane[4]" : pixel + " pixel";
    const std::string text =
        cat("typedef union { ", pixels, "[", shape.pixels, "]; ", piece_type(format, shape), " v; } ", name,
            "_piece;\n#define ", name, "_PIXEL(x, y) ", read, "\n", numbers_declaration(name, image, shape),
            decode(name, image, shape));
    return shape.alone ? text + side_by_side(name, image, shape) : text;
}

bool is_staged(const PlannedImage& image, const PassShape& shape) {
    return image.storage == Storage::image && waits_for_texels(image.format, shape.pixels);
}

std::string each_pixel(const PassShape& shape) {
    return cat(shape.alone ? "" : "            #pragma unroll\n",
               "            for (int p = 0; p < UNIT; ++p)\n                ");
}

// A unit of a buffer that is less than a texel, read or written.
std::string by_pieces(const std::string& name, const PlannedImage& image, const PassShape& shape,
                      const std::string& unit, bool reads) {
    const std::string type = piece_type(image.format, shape);
    const int pieces = shape.unit / shape.pixels;
    std::string text;
    for (int k = 0; k < pieces; ++k) {
        const std::string there = cat("((__global ", reads ? "const " : "", type, " *)&", name, "_TEXEL(0, ",
                                      name, "_base + y))[column * ", pieces, " + ", k, "]");
        const std::string here = cat(unit, ".piece[", k, "]");
        text += cat("            ", reads ? here : there, " = ", reads ? there : here, ";\n");
    }
    return text;
}

// What declare_image() adds beside functions.
std::string declarations(const std::string& name, const PlannedImage& planned, const PassShape& shape,
                         Access access) {
    const bool writes = is_written(access);
    PlannedImage image = planned;
    if (access == Access::read && image.format.pixel == Pixel::f16 && !comes_as_halves(image))
        image.format.pixel = Pixel::f32;
    const std::string piece = piece_type(image.format, shape);
    std::string text = cat("\n// ", name, ": ", sluice::name(image.format.pixel), " x", image.format.channels,
                           ", ", sluice::name(image.storage), "\n");
    const std::string pixel = vector_of(element(image.format.pixel), image.format.lanes());
    if (image.storage == Storage::buffer)
        text += cat("#define ", name, "_ROW(y) ((__global ", writes ? "" : "const ", "uchar *)", name, " + ",
                    shape.windows ? "row_bytes" : "row_bytes_alone", "(y, ", name, "_pitch))\n");
    if (access == Access::gather || access == Access::gather_units)
        text += gather_declarations(name, image, shape);
    if (access == Access::gather) return text;
    if (access == Access::put)
        text += cat("typedef union { ", pixel, " pixel[", shape.pixels, "]; ", piece, " v; } ", name,
                    "_piece;\n");
    const std::size_t words = static_cast<std::size_t>(shape.unit) * image.format.lane_bytes() / 4;
    text += cat("typedef union { ", words < 4 ? "" : cat("uint4 texel[", words / 4, "]; "),
                natural_in_words(image, shape) && !writes
                    ? cat(bytes(image.format.pixel) == 1 ? "uint" : "uint2", " four[",
                          shape.unit * image.format.lanes() / 4, "]; ")
                : image.padded() ? ""
                                 : cat(pixel, " pixel[", shape.unit, "]; "),
                image.storage == Storage::rows ? rows_unit_member(image, shape) : "", piece, " piece[",
                shape.unit / shape.pixels, "]; ",
                has_words(access) ? cat("WORDS words[", words, " / WORDS_N]; ") : "", "} ", name, "_unit;\n");
    if (access != Access::gather_units)
        text += writes ? encode(name, image, shape) : decode(name, image, shape);
    if (image.storage == Storage::buffer)
        text += cat("#define ", name, "_TEXEL(i, y) ", name, "[(size_t)(y) * ", name, "_pitch + (i)]\n");
    else if (image.storage == Storage::natural)
        text += writes ? cat("#define ", name, "_WRITE(x, y, v) ", natural_write(name, image), "\n")
                       : cat("#define ", name, "_READ(x, y) ", natural_read(name, image), "\n");
    else if (image.storage == Storage::rows)
        text += writes ? cat("#define ", name, "_WRITE(x, y, v) ", rows_put(name, image), "\n")
                       : cat("#define ", name, "_READ(x, y) ", rows_pixel(name, image), "\n");
    else if (!writes)
        text += cat("#define ", name, "_TEXEL(i, y) read_imageui(", name, ", (int2)(i, y))\n");
    return text;
}

}  // namespace

std::string element(Pixel pixel) {
    constexpr std::array<const char*, 8> names{"uchar", "char",   "ushort", "short",
                                               "int",   "ushort", "float",  "double"};
    return names[static_cast<std::size_t>(pixel)];
}

std::string pixel_type(const ImageFormat& format) { return vector_of(element(format.pixel), format.lanes()); }

std::string piece_type(const ImageFormat& format, const PassShape& shape) {
    return vector_of(element(format.pixel), piece_elements(format, shape));
}

void declare_image(KernelSource& source, const std::string& name, const PlannedImage& image,
                   const PassShape& shape, Access access) {
    const bool writes = is_written(access);
    if (image.storage == Storage::rows) rows_functions(source, name, image, shape, writes);
    if (image.storage == Storage::buffer) source.include("buffer.clh");
    if (image.normalized) source.include("normalized.clh");
    if (writes && image.past_cache) source.include("past_cache.clh");
    if (access == Access::gather && shape.alone) source.include("unaligned.clh");
    source.append(declarations(name, image, shape, access));
}

void image_parameters(KernelParameters& parameters, const std::string& name, const PlannedImage& image,
                      std::size_t index, bool writes) {
    if (image.storage == Storage::rows) {
        rows_parameters(parameters, name, image, index, writes);
    } else if (image.storage != Storage::buffer) {
        parameters.add(cat(writes ? "__write_only" : "__read_only", " image2d_t ", name),
                       ImageArgument{index});
    } else {
        parameters.add(cat("__global ", writes ? "" : "const ", "uint4 *", writes ? "restrict " : "", name),
                       ImageArgument{index});
        parameters.number("uint", cat(name, "_pitch"), static_cast<double>(image.texels()));
    }
    parameters.add(cat("const uint ", name, "_first"), RowsArgument{RowsArgument::What::image_first, index});
    parameters.add(cat("const uint ", name, "_rows"), RowsArgument{RowsArgument::What::image_count, index});
}

std::string image_base(const std::string& name) {
    return cat("    const uint ", name, "_base = layer * ", name, "_rows + first_row - ", name, "_first;\n");
}

std::string read_piece(const std::string& name, const PlannedImage& image) {
    const char* column = image.padded() ? "x + p" : "min(x + p, width - 1)";
    return cat("                ", name, "_piece ", name,
               "_in;\n                for (int p = 0; p < PIXELS; ++p) ", name, "_in.pixel[p] = ", name,
               "_PIXEL((int)(", column, "), ", name, "_base + y);\n");
}

bool has_texel_code(const ImageFormat& format, const PassShape& shape) {
    return shape.tile && !shape.alone && !shape.doubles &&
           (format.pixel == Pixel::u8 || format.pixel == Pixel::u16) && format.lanes() == shape.lanes &&
           shape.pixels == texel_pixels(format);
}

bool has_bits(const PlannedImage& image, const PassShape& shape) {
    const Pixel pixel = image.format.pixel;
    return image.padded() && !shape.alone && !shape.doubles && (pixel == Pixel::u8 || pixel == Pixel::u16);
}

std::string piece_of_words(const ImageFormat& format, const PassShape& shape, const std::string& words,
                           LanesAs as) {
    const int n = piece_elements(format, shape);
    const std::string function =
        cat(as == LanesAs::bits ? "texel_bits_" : "texel_numbers_", name(format.pixel));
    const int each = static_cast<int>(bytes(format.pixel));  // words of four elements
    if (n == 4) return cat(function, "(", words, ")");
    std::string fours;
    for (int word = 0; word < n / 4 * each; word += each)
        fours += cat(fours.empty() ? "" : ", ", function, "(", words, ".s", word,
                     each == 2 ? cat(word + 1) : "", ")");
    return cat("((", vector_of("float", n), ")(", fours, "))");
}

std::string numbers_of_each(const std::string& name, const ImageFormat& format, const PassShape& shape,
                            const std::function<std::string(int)>& place, LanesAs as) {
    std::string pixels;
    for (int p = 0; p < shape.pixels; ++p)
        pixels += cat(p == 0 ? "" : ", ", name, as == LanesAs::bits ? "_BITS(" : "_NUMBERS(", place(p), ")");
    const std::string real = shape.doubles ? "double" : "float";
    const std::string all = cat("((", vector_of(real, piece_elements(format, shape)), ")(", pixels, "))");
    return format.lanes() < shape.lanes ? cat("GREY(", all, ")") : all;
}

std::string tile_declaration(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    if (!is_staged(image, shape)) return "";
    return cat("    __local ", vector_of(element(image.format.pixel), image.format.lanes()), " ", name,
               "_tile[TILE_WIDTH * TILE_ROWS];\n");
}

std::string write_piece(const std::string& name, const PlannedImage& image, const PassShape& shape,
                        const std::string& v, const std::string& encoded) {
    const std::string begin =
        cat("                {\n                    ", name,
            "_piece raw;\n                    raw.v = ", encoded, ";\n                    ");
    const std::string each = "for (int p = 0; p < PIXELS; ++p) ";
    const std::string end = "                }\n";
    const std::string pixel =
        cat("if (x + p < width) ", name, "_WRITE(x + p, ", name, "_base + y, raw.pixel[p]);\n");
    const std::string type = piece_type(image.format, shape);
    const auto in_row = [&](const std::string& of) {
        return cat("((__global ", of, " *)", name, "_ROW(", name, "_base + y))[x / PIXELS]");
    };
    if (image.padded() && has_texel_code(image.format, shape)) {
        const std::string texel = cat("texel_encode_", sluice::name(image.format.pixel), "(", v, ")");
        if (image.storage == Storage::buffer)
            return cat("                ", in_row("uint4"), " = ", texel, ";\n");
        return cat("                write_imageui(", name, ", (int2)((int)(x / PIXELS), (int)(", name,
                   "_base + y)), ", texel, ");\n");
    }
    switch (image.storage) {
        case Storage::buffer: return cat(begin, in_row(type), " = raw.v;\n", end);
        case Storage::natural: return cat(begin, each, pixel, end);
        case Storage::rows:  // pixels that the edge cuts lie in memory: others need not
            return cat("                {\n                    const ", type, " made = ", encoded,
                       ";\n                    ", rows_put_piece(name, image, shape, "made"),
                       "{\n                    ", name,
                       "_piece raw;\n                    raw.v = made;\n                    ", each, pixel,
                       "                    }\n", end);
        case Storage::image: break;
    }
    if (!is_staged(image, shape)) {
        const int texels = shape.pixels / texel_pixels(image.format);
        return cat("                {\n                    union { ", type, " v; uint4 texel[", texels,
                   "]; } raw;\n                    raw.v = ", encoded,
                   ";\n                    for (int t = 0; t < ", texels, "; ++t) write_imageui(", name,
                   ", (int2)((int)x / ", texel_pixels(image.format), " + t, (int)(", name,
                   "_base + y)), raw.texel[t]);\n", end);
    }
    return cat(begin, each, name, "_tile[(y - top) * TILE_WIDTH + x - left + p] = raw.pixel[p];\n", end);
}

std::string store_tile(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    if (!is_staged(image, shape)) return "";
    const int pixels = texel_pixels(image.format);
    return cat("        for (int i = item; i < TILE_WIDTH * (bottom - top) / ", pixels,
               "; i += GROUP) {\n"
               "            const int texel = i % (TILE_WIDTH / ",
               pixels, "), y = i / (TILE_WIDTH / ", pixels, ");\n            if (left + texel * ", pixels,
               " < (int)columns * UNIT)\n                write_imageui(", name, ", (int2)(left / ", pixels,
               " + texel, (int)", name, "_base + top + y), ((const __local uint4 *)", name,
               "_tile)[i]);\n        }\n");
}

std::string load_unit(const std::string& name, const PlannedImage& image, const PassShape& shape,
                      Access access) {
    if (natural_in_words(image, shape)) return natural_load_words(name, image, shape);
    if (image.storage == Storage::natural)
        return cat(each_pixel(shape), name, "_in[d].pixel[p] = ", name, "_READ(LOAD_COLUMN(p), ", name,
                   "_base + y);\n");
    if (image.storage == Storage::rows) return rows_load(name, image, shape);
    const int n = unit_texels(image.format, shape);
    std::string text;
    if (n == 0) return by_pieces(name, image, shape, cat(name, "_in[d]"), true);
    if (access == Access::read_words && image.storage == Storage::buffer && shape.alone) {
        for (int k = 0; k < n / 4; ++k)  // a line of the cache at once
            text +=
                cat("            ", name, "_in[d].words[", k, "] = vload16(", k, ", (__global const uint *)&",
                    name, "_TEXEL(column * ", n, ", ", name, "_base + y));\n");
        return text;
    }
    for (int k = 0; k < n; ++k)
        text += cat("            ", name, "_in[d].texel[", k, "] = ", name, "_TEXEL(column * ", n, " + ", k,
                    ", ", name, "_base + y);\n");
    return text;
}

std::string store_unit(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    if (image.storage == Storage::natural)
        return cat(each_pixel(shape), "if (PIXEL_COLUMN(p) < width) ", name, "_WRITE(PIXEL_COLUMN(p), ", name,
                   "_base + y, ", name, "_out[d].pixel[p]);\n");
    if (image.storage == Storage::rows) return rows_store(name, image, shape);
    const int n = unit_texels(image.format, shape);
    if (n == 0) return by_pieces(name, image, shape, cat(name, "_out[d]"), false);
    const bool lines = image.past_cache && image.storage == Storage::buffer && n % 4 == 0;
    std::string text;
    for (int k = 0; k < n; k += lines ? 4 : 1) {
        const std::string at = cat("column * ", n, " + ", k, ", ", name, "_base + y");
        const std::string texel = cat(name, "_out[d].texel[", k, "]");
        const std::string place = cat(name, "_TEXEL(", at, ")");
        text += image.storage != Storage::buffer
                    ? cat("            write_imageui(", name, ", (int2)(", at, "), ", texel, ");\n")
                : lines ? cat("            PUT_LINE_PAST_CACHE(&", place, ", &", texel, ");\n")
                        : cat("            ", place, " = ", texel, ";\n");
    }
    return text;
}

std::string rounded(const std::string& v, const ImageFormat& format, const PassShape& shape,
                    bool stored_only) {
    if (stored_only && (has_texel_code(format, shape) || saturates_parts(format, shape)))
        return v;  // storing it saturates
    const std::string how = stored_only ? "saturate_" : "round_";
    switch (format.pixel) {
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
