#include "pipeline/plan/code/rows_code.hpp"

#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

// Of 16 lanes, in a unit; 0 where it is less. Items of a GPU side by side take pixels side by side.
int vectors(const PlannedImage& image, const PassShape& shape) {
    const int lanes = shape.unit * image.format.lanes();
    return shape.alone && lanes % 16 == 0 ? lanes / 16 : 0;
}

// The lanes of a piece of it that is read and written at once, as one of them or as half of one; else 0.
int piece_lanes(const PlannedImage& image, const PassShape& shape) {
    const int lanes = shape.pixels * image.format.lanes();
    return shape.alone && (lanes == 16 || lanes == 8) ? lanes : 0;
}

// What moves it, by the name of the image.
const char* piece_name(const PlannedImage& image, const PassShape& shape) {
    return piece_lanes(image, shape) == 16 ? "vector" : "half";
}

const char* bits_of(Pixel pixel) {
    switch (bytes(pixel)) {
        case 1: return "uchar";
        case 2: return "ushort";
        case 4: return "uint";
        default: return "ulong";
    }
}

// Whether it is known when kernels are written how samples lie: else the frame says so.
bool is_known(const PlannedImage& image) { return image.as_planned || image.format.channels == 1; }

std::string at(const std::string& name, const PlannedImage& image, const std::string& y,
               const std::string& x) {
    const bool reversed = image.format.channels > 2 && image.format.order == Order::bgr;
    const std::string how = is_known(image) ? cat(image.format.channels, reversed ? ", 1" : ", 0")
                                            : cat(name, "_step, ", name, "_reversed");
    return cat(name, "_ROW(", y, "), (int)(", x, "), ", how);
}

// `cut`: the macro for a unit that the right edge cuts, or that is less than a vector.
std::string unit(const std::string& name, const PlannedImage& image, const PassShape& shape,
                 const char* function, const char* of, const char* cut) {
    const std::string rest = cat(cut, "(", name, ")\n");
    if (vectors(image, shape) == 0) return cat("            ", rest);
    return cat("            if (x + UNIT <= width)\n                ", name, function, "(", name, of,
               "[d].lanes16, ", at(name, image, cat(name, "_base + y"), "x"), ");\n            else ", rest);
}

}  // namespace

void rows_functions(KernelSource& source, const std::string& name, const PlannedImage& image,
                    const PassShape& shape, bool writes) {
    source.instantiate("rows.clh", name,
                       {{"ROWS_SAMPLE", element(image.format.pixel)},
                        {"ROWS_CHANNELS", cat(image.format.channels)},
                        {"ROWS_ALPHA", image.format.has_alpha() ? "1" : "0"},
                        {"ROWS_VECTORS", cat(vectors(image, shape))},
                        {"ROWS_PIECE", cat(piece_lanes(image, shape))},
                        {"ROWS_BITS", bits_of(image.format.pixel)},
                        {"ROWS_APART", image.planes ? "1" : "0"},
                        {"ROWS_PLANES", has_planes(image.format, shape) ? "1" : "0"},
                        {"ROWS_PAST_CACHE", writes && image.past_cache ? "1" : "0"}});
    source.append(cat("#define ", name, "_ROW(y) ((__global ", writes ? "" : "const ",
                      element(image.format.pixel), " *)(", name, " + ", name, "_offset + (size_t)(y) * ",
                      name, "_pitch))\n"));
}

void rows_parameters(KernelParameters& parameters, const std::string& name, const PlannedImage& image,
                     std::size_t index, bool writes) {
    using What = LayoutArgument::What;
    const auto add = [&](const char* type, const char* what, What which) {
        parameters.add(cat("const ", type, " ", name, "_", what), LayoutArgument{which, index});
    };
    parameters.add(cat("__global ", writes ? "" : "const ", "uchar *", writes ? "restrict " : "", name),
                   ImageArgument{index});
    add("ulong", "offset", What::offset);
    add("ulong", "pitch", What::pitch);
    if (is_known(image)) return;
    add("int", "step", What::step);
    add("int", "reversed", What::reversed);
}

std::string rows_pixel(const std::string& name, const PlannedImage& image) {
    return cat(name, "_pixel(", at(name, image, "y", "x"), ")");
}
std::string rows_put(const std::string& name, const PlannedImage& image) {
    return cat(name, "_put_pixel(", at(name, image, "y", "x"), ", v)");
}
std::string rows_column(const std::string& name, const PlannedImage& image, const std::string& x) {
    if (image.planes) return x;
    return cat(x, " * ", is_known(image) ? cat(image.format.channels) : name + "_step");
}

std::string rows_side_by_side(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    if (has_planes(image.format, shape)) return cat(name, "_read_channels(", at(name, image, "y", "x"), ")");
    return piece_lanes(image, shape) > 0
               ? cat(name, "_read_", piece_name(image, shape), "(", at(name, image, "y", "x"), ")")
               : "";
}

std::string rows_put_piece(const std::string& name, const PlannedImage& image, const PassShape& shape,
                           const std::string& v) {
    if (piece_lanes(image, shape) == 0) return "";
    return cat("if (x + PIXELS <= width) ", name, "_write_", piece_name(image, shape), "(",
               at(name, image, cat(name, "_base + y"), "x"), ", ", v, ");\n                    else ");
}

std::string rows_unit_member(const PlannedImage& image, const PassShape& shape) {
    const int n = vectors(image, shape);
    const std::string type = element(image.format.pixel);
    return n == 0 ? ""
                  : cat(type, "16 lanes16[", n, "]; ",
                        has_planes(image.format, shape) ? cat(type, " plane[4][16]; ") : "");
}

std::string rows_load(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    return unit(name, image, shape, "_load", "_in",
                has_planes(image.format, shape) ? "ROWS_LOAD_CUT_PLANES" : "ROWS_LOAD_CUT");
}

std::string rows_store(const std::string& name, const PlannedImage& image, const PassShape& shape) {
    return unit(name, image, shape, "_store", "_out",
                has_planes(image.format, shape) ? "ROWS_STORE_CUT_PLANES" : "ROWS_STORE_CUT");
}

}  // namespace sluice
