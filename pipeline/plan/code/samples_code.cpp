// What GatherCode makes of pixels that strategies look at as samples in local memory (kernels/samples.clh).
#include "pipeline/plan/code/choose_code.hpp"
#include "pipeline/plan/code/gather_code.hpp"
#include "pipeline/plan/code/rows_code.hpp"
#include "pipeline/plan/text.hpp"

namespace sluice {
namespace {

constexpr std::size_t wide_bytes = 32;  // that a CPU looks at at a time

}  // namespace

void GatherCode::define_samples() {
    const PassShape& shape = program_.shape;
    const Border border = node(source_.node).gather().border(node(source_.node).values);
    const bool numbers = among() == Choosing::numbers, doubles = shape.doubles;
    const std::string sample = numbers ? (doubles ? "double" : "float") : element(source().pixel);
    const std::size_t bytes = numbers ? (doubles ? 8 : 4) : sluice::bytes(source().pixel);
    define("ELEMENT", sample);
    define("KEY", bytes == 1 ? "char" : bytes == 2 ? "short" : bytes == 4 ? "int" : "long");
    define("UKEY", bytes == 1 ? "uchar" : bytes == 2 ? "ushort" : bytes == 4 ? "uint" : "ulong");
    define("KEY_BITS", 8 * bytes);
    define("UNSIGNED", !numbers && !is_signed(source().pixel) ? 1 : 0);
    define("PIECE", type());
    const bool chosen = strategy_->chooses_samples();
    define("FOUND", chosen ? type() : std::string("V"));
    define("FOUND_LANE", chosen ? sample : std::string("REAL"));
    define("REALS", numbers ? 1 : 0);
    define("WIDE_SAMPLES", shape.alone ? wide_bytes / bytes : static_cast<std::size_t>(shape.width()));
    define("INTERLEAVED", interleaved());
    define("IMAGE_WIDTH", cat("(int)", name_, "_width"));
    define("READ(x, y)", texel("x", "y"));
    define("READ_ROW(x, y)", texel("x", "y", reads_rows() ? "_near" : "_texel"));
    define("INNER_ROW(y)", border.rule == EdgeRule::constant
                               ? cat("((y) >= 0 && (y) < (int)", name_, "_height ? (y) : -1)")
                               : cat("place_of(", edge_text("(VI)(y)", "_height"), ")"));
    const std::string src = source_name(), row = cat("layer * ", src, "_rows + (uint)(y) - ", src, "_first");
    switch (program_.view.image(source_.loads.front()).storage) {
        case Storage::buffer:
            define("NEARER(x, y)", cat("PREFETCH(&", src, "_PIXEL((int)(x), ", row, "))"));
            break;
        case Storage::rows:
            define("NEARER(x, y)",
                   cat("PREFETCH(", src, "_ROW(", row, ") + ",
                       rows_column(src, program_.view.image(source_.loads.front()), "(int)(x)"), ")"));
            break;
        case Storage::image:
        case Storage::natural: define("NEARER(x, y)", "(void)0");
    }
    define("KEEP_OWN(own, v)", kept_alpha(among(), source(), shape));
}

// The column of the same channel, of the pixel that stands for its own.
std::string GatherCode::column_edge(const std::string& column) const {
    const int n = interleaved();
    if (n == 1) return edge_text(column, "_width");
    const std::string pixel = cat("PIXEL_OF_SAMPLE(", column, ", ", n, ")");
    return cat(edge_text(pixel, cat("_width / ", n).c_str()), " * (VI)(", n, ") + CHANNEL_OF_SAMPLE(", column,
               ", ", n, ")");
}

}  // namespace sluice
