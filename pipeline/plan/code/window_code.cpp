// What GatherCode makes of windows that an item reads once for its units, which lie below each other: an
// array of what stands around them.
#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>

namespace sluice {

// A compiler would not find all that the windows of an item's units have in common; and of an array, it would
// not see which elements a loop reads that is not written out: one that counts by an argument.
std::optional<Reach> GatherCode::find_around() const {
    const PassShape& shape = program_.shape;
    const Primitive& n = node(source_.node);
    if (check() != nullptr || shape.alone || !shape.windows || shape.apart || shape.tile || !n.gather().reach)
        return {};
    const Reach reach = n.gather().reach(graph_.inputs_of(n));
    const std::vector<Argument> arguments = stage_function(graph_, n).arguments;
    const bool counts =
        std::any_of(arguments.begin(), arguments.end(), [](const Argument& a) { return a.type == "int"; });
    const bool written_out = (in_text() || (whole_tables().empty() && !counts)) &&
                             std::max({reach.left, reach.top, reach.right, reach.bottom}) <= 2;
    return written_out ? std::optional(reach) : std::nullopt;
}

// Whether what is read then are words of four bytes, of which AT makes what a function wants.
bool GatherCode::keeps_words() const {
    const ImageFormat& src = source();
    if (!around_ || !source_.points.empty() || program_.shape.doubles || src.pixel != Pixel::u8 ||
        src.colors() != 3 || program_.shape.lanes * program_.shape.pixels != 4)
        return false;
    const Primitive& n = node(source_.node);
    if (!chooses()) return n.gather().border(n.values).rule != EdgeRule::constant;
    // A small one waits for memory.
    if (around_->pixels() <= 9) return false;
    // One that does not say what becomes of alpha may choose it too.
    const bool keeps_alpha = stage_function(graph_, n).words.count("KEEP_ALPHA") != 0;
    return program_.shape.unit % 2 == 0 && (keeps_alpha || !src.has_alpha());
}

// Whether a row of what is read is made of whole pieces, as grey pixels have them: pixels that are read one
// by one are read again for each place that a piece may begin at.
bool GatherCode::takes_pieces() const {
    const PassShape& shape = program_.shape;
    if (!around_ || shape.lanes != 1 || shape.pixels != 4 || source_.loads.size() != 1) return false;
    const PlannedImage& image = program_.view.image(source_.loads.front());
    return image.storage == Storage::buffer || (image.padded() && unit_texels(image.format, shape) > 0);
}

// Columns of the array of what is read: a row of it for each row of pixels, in it the pieces that begin at
// each column, the first one `left` before the unit.
std::size_t GatherCode::around_columns() const {
    return around_->left + static_cast<std::size_t>(program_.shape.unit - program_.shape.pixels) + 1 +
           around_->right;
}

// Its element for what stands beside piece k.
std::string GatherCode::around_at(const char* dy, const char* k, const char* dx) const {
    return cat("[", dy, " + ", around_->top, "][", k, " + ", dx, " + ", around_->left, "]");
}

UnitParts GatherCode::unit_parts() const {
    if (strategy_ != nullptr) return strategy_->unit_parts(*this);
    return around_ ? around_parts() : UnitParts();
}

// With unit d come those rows that the units before it have not read.
UnitParts GatherCode::around_parts() const {
    const Reach reach = *around_;
    const std::size_t more = reach.top + reach.bottom;  // rows than units
    const std::string name = name_ + "_around";
    // Where no unit hangs over the right edge, columns of its own need no look at it, and a compiler sees
    // that they lie side by side.
    const bool whole = source().width % static_cast<std::size_t>(program_.shape.unit) == 0 &&
                       source().width == node(source_.node).format->width;
    const std::string of_unit = whole ? cat("OF_UNIT(i - ", reach.left, ")") : "-1";
    const bool pairs = among() == Choosing::pairs;
    const std::string element =
        takes_pieces() ? cat(pairs ? cat("pairs_of_", sluice::name(source().pixel), "_at") : "piece_at",
                             "(piece, PIXELS - ", reach.left, " + i)")
                       : beside(cat("x + i - ", reach.left), of_unit);
    UnitParts parts;
    parts.declare = cat("            ", type(), " ", name, "[DEPTH + ", more, "][", around_columns(), "];\n");
    parts.load =
        cat("            #pragma unroll\n            for (int j = d == 0 ? 0 : d + ", more, "; j <= d + ",
            more, "; ++j) {\n                const int row = (int)(first_row + y + j - d - ", reach.top,
            ");\n", takes_pieces() ? row_of_pieces(whole) : "",
            "                #pragma unroll\n                for (int i = 0; i < ", around_columns(),
            "; ++i)\n                    ", name, "[j][i] = ", element, ";\n            }\n");
    return parts;
}

// The piece of row `row` that begins at a column.
std::string GatherCode::beside(const std::string& column, const std::string& of_unit) const {
    return cat(name_, "_texel(PASS_ARGUMENTS, layer, PIXEL_OF_LANE + (INT)(int)(", column, "), (VI)(row), ",
               of_unit, ")");
}

// `piece`, those of a unit and one on each side. The unit's own come whole, but where it hangs over the right
// edge; the others pixel by pixel.
std::string GatherCode::row_of_pieces(bool whole) const {
    const std::size_t load = source_.loads.front();
    const int pieces = program_.shape.unit / program_.shape.pixels;
    const std::string src = image_name(load);
    const auto each = [&](const std::string& value) {
        return cat("                #pragma unroll\n                for (int k = 0; k < ", pieces,
                   "; ++k) piece[k + 1] = ", value, ";\n");
    };
    return cat(
        "                ", type(), " piece[", pieces + 2,
        "];\n                piece[0] = ", beside("x - PIXELS", "-1"), ";\n                piece[",
        pieces + 1, "] = ", beside("x + UNIT", "-1"),
        whole ? ";\n                {\n" : cat(";\n                if (x + UNIT <= ", name_, "_width) {\n"),
        "                ", src, "_unit ", src,
        "_in[1];\n                const VI rows = ", edge_text("(VI)(row)", "_height"),
        ";\n                const uint ", src, "_base = layer * ", src, "_rows - ", src,
        "_first, y = (uint)OF_PIXEL(rows, 0);\n                const int d = 0;\n",
        load_unit(src, program_.view.image(load), program_.shape, Access::read),
        each(cat(name_, "_own(PASS_ARGUMENTS, layer, PIXEL_OF_LANE + (INT)(int)(x + k * PIXELS), (VI)(row), ",
                 src, "_in[0].piece[k])")),
        whole
            ? "                }\n"
            : cat("                } else {\n", each(beside("x + k * PIXELS", "-1")), "                }\n"));
}

}  // namespace sluice
