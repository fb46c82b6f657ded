// Of a Gather: the functions that give any pixel of its image.
#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/text.hpp"

#include <array>

namespace sluice {
namespace {

// A statement that puts pixel number p into a piece.
std::string put_in_piece(const ImageFormat& format, const PassShape& shape, const std::string& piece,
                         const std::string& pixel) {
    if (!has_planes(format, shape)) return cat("\n        ", piece, ".pixel[p] = ", pixel, ";\n");
    std::string text = cat(" {\n        const ", pixel_type(format), " pixel = ", pixel, ";\n");
    for (int lane = 0; lane < 4; ++lane)
        text += cat("        ", piece, ".plane[", lane, "][p] = pixel.s", lane, ";\n");
    return text + "    }\n";
}

}  // namespace

// Its images' pixels at the places that are called so: one by one, or side by side from the first on.
std::string GatherCode::reads(bool side_by_side, LanesAs as) const {
    std::string text;
    for (const std::size_t i : source_.loads) {
        const std::string src = image_name(i), decode = type() == "V" ? cat(src, "_decode") : "";
        const std::string v = cat("    const ", type(), " v", program_.numbers(i), " = ");
        const auto place = [&](const auto& p) {
            const std::string column = cat("OF_PIXEL(column, ", p, ")");
            return cat(around_ ? cat("PLACE_OF_UNIT((uint)", column, ", of_unit)") : "(int)" + column,
                       ", layer * ", src, "_rows + (uint)OF_PIXEL(row, ", p, ") - ", src, "_first");
        };
        if (side_by_side)
            text += cat(v, decode, "(", src, "_SIDE_BY_SIDE(", place(0), "));\n");
        else if (program_.shape.alone || among() == Choosing::samples)
            text += cat("    ", src, "_piece ", src,
                        "_in;\n    #pragma unroll\n    for (int p = 0; p < PIXELS; ++p)",
                        put_in_piece(*node(i).format, program_.shape, src + "_in",
                                     cat(src, "_PIXEL(", place("p"), ")")),
                        v, decode, "(", src, "_in.v);\n");
        else if (keeps_words())
            text += cat(v, src, "_WORDS(", place(0), ");\n");
        else if (among() == Choosing::pairs)
            text += cat(v, pairs_of_each(src, program_.view.image(i), place), ";\n");
        else
            text += cat(v, numbers_of_each(src, *node(i).format, program_.shape, place, as), ";\n");
    }
    return text;
}

std::string GatherCode::edge_text(const std::string& place, const char* size) const {
    const Primitive& n = node(source_.node);
    return cat("edge_", sluice::name(n.gather().border(n.values).rule), "(", place, ", ", name_, size, ")");
}

// Any pixel of its image: what lies in memory, then Points, then the border.
void GatherCode::add_texel() {
    const Primitive& n = node(source_.node);
    const Border border = n.gather().border(n.values);
    const std::size_t image = n.inputs.at(0).value();
    std::string before;
    PointCode code(program_, {"column", "row"}, before);
    const std::string evaluate = points(code), v = cat("v", program_.numbers(image));
    const auto value = [&](const std::string& outside) {
        return border.rule == EdgeRule::constant
                   ? cat(choose_mask(among(), "column == x && row == y", source(), program_.shape), " ? ", v,
                         " : ", outside)
                   : v;
    };
    const auto function = [&](const char* comment, const char* attribute, const char* what,
                              const std::string& body, const std::string& more = "") {
        program_.source.append(cat("// ", comment, "\n", attribute, type(), " ", name_, "_", what,
                                   "(PASS_PARAMETERS, const uint layer, VI x, VI y", more, ") {\n", body,
                                   "}\n"));
    };
    const std::string result = cat(evaluate, "    return ");
    program_.source.append(cat("\n// Of ", graph_.nodes[image].id, ":\n"));
    const std::string row = edge_text("y", "_height");
    const std::string places = cat("    const VI column = ", around_ ? "of_unit >= 0 ? x : " : "",
                                   column_edge("x"), ", row = ", row, ";\n", before);
    // What is chosen is one of the image's numbers, and so is the constant, however it is found.
    const std::string outside =
        chooses() || among() != Choosing::numbers || n.gather().rank_filter
            ? chosen_constant(among(), border.lanes, *node(image).format, program_.shape)
            : pixel_text(border.lanes);
    function("a pixel for each lane's, wherever it is.",
             side_by_side() || reads_rows() || planes() ? "__attribute__((noinline)) " : "", "texel",
             cat(places, reads(false), result, value(outside), ";\n"), around_ ? ", int of_unit" : "");
    if (takes_pieces()) {
        const std::string src = image_name(source_.loads.front());
        const std::string decoded =
            among() == Choosing::pairs ? pairs_of_piece(source()) : cat(src, "_decode(raw)");
        function("a piece of a unit that comes whole.", "", "own",
                 cat("    const VI column = x, row = ", row, ";\n", before, "    const ", type(), " v",
                     program_.numbers(source_.loads.front()), " = ", decoded, ";\n", result, value(outside),
                     ";\n"),
                 cat(", ", piece_type(source(), program_.shape), " raw"));
    }
    if (samples_bits()) {
        std::array<double, 4> lanes = border.lanes;
        for (double& lane : lanes) lane *= 0x1p-149;
        function("the same as the bits that it is.", "", "bits",
                 cat(places, reads(false, LanesAs::bits), result, value(pixel_text(lanes)), ";\n"));
    }
    if (side_by_side() || moves() || reads_rows())
        function("pixels side by side.", "", "near",
                 cat("    const VI column = x, row = y;\n", before, reads(true), result, v, ";\n"));
    if (moves())
        function(
            "these, where the places turn out to be so.", "", "moved",
            cat("    const INT column = OF_PIXEL(x, 0), row = OF_PIXEL(y, 0);\n"
                "    const VI runs = (x == (VI)(column) + PIXEL_OF_LANE) & (y == (VI)(row));\n"
                "    const bool inside = column >= 0 && column + PIXELS <= ",
                name_, "_width && row >= 0 && row < ", name_, "_height;\n    return inside && ALL(runs) ? ",
                texel("x", "y", "_near"), " : ", texel("x", "y"), ";\n"));
}

// An image of one layer is read for all layers of the result.
std::string GatherCode::texel(const char* x, const char* y, const char* function) const {
    const Primitive& n = node(source_.node);
    const bool one_for_all = node(n.inputs.at(0).value()).format->layers < n.format->layers;
    return cat(name_, function, "(PASS_ARGUMENTS, ", one_for_all ? "0" : "layer", ", ", x, ", ", y, ")");
}

}  // namespace sluice
