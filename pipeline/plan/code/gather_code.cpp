#include "pipeline/plan/code/gather_code.hpp"

#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/code/weights_code.hpp"
#include "pipeline/plan/primitives/bits_as_floats.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace sluice {
namespace {

// What a function's SRC hands on: everything that the kernel has, where its pixels are, and, under the name
// that the function gives it, whether all of their windows are image.
constexpr const char* src_parameters =
    "PASS_PARAMETERS, const uint layer, const VI at_x, const VI at_y, const int";

// The weights of a separable Gather are for a function of our own.
constexpr const char* separable_file = "separable.clh";
// What reads between pixels stands on what reads them.
constexpr const char* sample_file = "sample.clh";

}  // namespace

GatherCode::GatherCode(ProgramCode& program, const GatherSource& source, std::optional<GatherTaps> taps,
                       const Strategy* strategy, std::optional<std::size_t> own_table)
    : program_(program),
      graph_(program.view.graph),
      source_(source),
      taps_(std::move(taps)),
      strategy_(strategy),
      own_table_(own_table),
      name_(cat("g", program.numbers(source.node))),
      around_(find_around()) {
    program_.source.include("gather.clh");
    for (const std::size_t i : source_.loads) {
        const PlannedImage& image = program_.view.image(i);
        declare_image(program_.source, image_name(i), image, shape_of_image(), access());
        image_parameters(program_.parameters, image_name(i), image, program_.assembly.image_of.at(i), false);
    }
    add_sizes();
}

Access GatherCode::access() const {
    if (strategy_ != nullptr && strategy_->columns_of_one() > 0) return Access::read;
    if (strategy_ != nullptr && strategy_->reads_lines()) return Access::gather_units;
    return takes_pieces() ? Access::gather_units : Access::gather;
}

PassShape GatherCode::shape_of_image() const {
    PassShape shape = program_.shape;
    if (strategy_ != nullptr) shape.unit *= std::max(1, strategy_->columns_of_one());
    return shape;
}

std::string GatherCode::image_name(std::size_t image) const {
    return cat(name_, "_src", program_.numbers(image));
}

std::string GatherCode::image_value() const {
    return cat("v", program_.numbers(node(source_.node).inputs.at(0).value()));
}

void GatherCode::add_sizes() {
    const ImageFormat& src = node(node(source_.node).inputs.at(0).value()).format.value();
    program_.parameters.number("uint", cat(name_, "_width"), static_cast<double>(src.width));
    program_.parameters.number("uint", cat(name_, "_height"), static_cast<double>(src.height));
    if (side_by_side()) add_inside(src);
    if (check() != nullptr) add_check();
    if (taps_ && (strategy_ == nullptr || strategy_->takes_tables())) add_weights();
    if (own_table_)
        program_.parameters.add(cat("__global const int *", this->own_table()), TableArgument{*own_table_});
    if (strategy_ != nullptr) strategy_->add_arguments(*this);
}

// Whether a window is read in runs of pixels where all of it is image: CPUs, whose vectors are pieces of
// rows.
bool GatherCode::side_by_side() const {
    return program_.shape.alone && !program_.shape.tile && node(source_.node).gather().reach &&
           check() == nullptr;
}

// Where windows are all image: from these columns and rows to before those.
void GatherCode::add_inside(const ImageFormat& src) {
    const Primitive& n = node(source_.node);
    const Reach reach = n.gather().reach(graph_.inputs_of(n));
    const auto number = [&](const char* side, std::size_t value) {
        program_.parameters.number("int", cat(name_, side), static_cast<double>(value));
    };
    const auto before = [](std::size_t size, std::size_t by) { return size - std::min(size, by); };
    number("_left", reach.left);
    number("_right", before(src.width, reach.right));
    number("_top", reach.top);
    number("_bottom", before(src.height, reach.bottom));
}

bool GatherCode::has_inside() const { return side_by_side() || (moves() && planes()); }

std::string GatherCode::inside() const {
    if (!side_by_side()) return "x + UNIT <= width";
    return cat("(int)x >= ", name_, "_left && (int)x + UNIT <= ", name_,
               "_right && (int)(first_row + first_y) >= ", name_, "_top && (int)(first_row + first_y) < ",
               name_, "_bottom");
}

// Whether it moves whole pixels, which on CPUs are often side by side.
bool GatherCode::moves() const {
    const GatherDef& gather = node(source_.node).gather();
    return program_.shape.alone && !program_.shape.tile && gather.footprint && !gather.sampling &&
           check() == nullptr;
}

// Whether pixels side by side are read at once, wherever they begin: not on GPUs, which see to that
// themselves.
bool GatherCode::reads_rows() const {
    return strategy_ != nullptr && strategy_->reads_pieces() && program_.shape.alone;
}

// Whether V is a vector for each channel, which calls would hand on through memory.
bool GatherCode::planes() const { return program_.shape.planes; }

// Tables that its function takes as a whole.
std::vector<std::size_t> GatherCode::whole_tables() const {
    const Primitive& n = node(source_.node);
    std::vector<std::size_t> tables;
    for (const Argument& a : stage_function(graph_, n).arguments)
        for (std::size_t k = 0; k < n.inputs.size(); ++k)
            if (a.type == "TABLE" && n.stage->inputs[k].name == a.name) tables.push_back(n.inputs[k].value());
    return tables;
}

// Whether what it walks stands in the text: a compiler then writes its loops out, computes places once for
// all pixels of a piece, and a GPU reads what these have in common once.
bool GatherCode::in_text() const {
    const Primitive& n = node(source_.node);
    const std::vector<ParamDecl>& params = n.stage->params;
    const std::vector<std::size_t> tables = taps_ ? std::vector<std::size_t>() : whole_tables();
    const bool cpu = program_.assembly.plan.device.cpu();
    const std::size_t most = most_text_numbers(program_.assembly.plan.device);
    // How far it reaches, where it is told that by numbers: a text for each size.
    const auto& filter = n.gather().rank_filter;
    if (!taps_ && tables.empty() && filter && filter(graph_.inputs_of(n)).rank != Rank::middle)
        return !cpu && !program_.assembly.options.few_frames() &&
               numbers_of_place * n.gather().reach(graph_.inputs_of(n)).pixels() <= most;
    return !tables.empty() && !(cpu && nature_of(stage_function(graph_, n)).cost != Cost::plain) &&
           std::none_of(params.begin(), params.end(), [](const ParamDecl& p) { return p.live; }) &&
           std::all_of(tables.begin(), tables.end(),
                       [&](std::size_t table) { return program_.fits_text(table, most); });
}

// Whether its function only chooses among pixels of the type of its result: these are rounded already.
bool GatherCode::chooses() const {
    const Primitive& n = node(source_.node);
    if (taps_ || n.format->pixel != node(n.inputs.at(0).value()).format->pixel) return false;
    return (strategy_ != nullptr && strategy_->chooses_samples()) || stage_function(graph_, n).result == "S";
}

// Whether what stands outside of its image is.
bool GatherCode::finite_border() const {
    const Border border = node(source_.node).gather().border(node(source_.node).values);
    const double most = program_.shape.doubles ? std::numeric_limits<double>::max()
                                               : static_cast<double>(std::numeric_limits<float>::max());
    return border.rule != EdgeRule::constant ||
           std::all_of(border.lanes.begin(), border.lanes.end(),
                       [&](double lane) { return std::abs(lane) <= most; });
}

// Whether all that it reads is finite, so that nothing is left of it beside a weight of 0.
bool GatherCode::reads_finite() const {
    return is_integer(node(node(source_.node).inputs.at(0).value()).format->pixel) && finite_border();
}

// The same of what it weighs, where a Point in front may make it of integers. Vectors of CPUs are faster
// where they look at weights.
bool GatherCode::weighs_finite() const {
    const auto integers = [&](std::size_t i) { return is_integer(node(i).format->pixel); };
    return reads_finite() || (!program_.shape.alone && finite_border() && source_.points.size() == 1 &&
                              node(source_.points.front()).stage->as<PointDef>()->finite_of_integers &&
                              std::all_of(source_.loads.begin(), source_.loads.end(), integers));
}

// Whether what lies between pixels is made of these as the bits that they are (bits_as_floats.hpp). A
// constant beyond the edges has to be such bits, too.
bool GatherCode::samples_bits() const {
    const Primitive& n = node(source_.node);
    const auto& sampling = n.gather().sampling;
    if (!sampling || sampling(n.values) == Sampling::nearest || !source_.points.empty() ||
        check() != nullptr || !program_.assembly.plan.device.fast_subnormals ||
        !has_bits(program_.view.image(source_.loads.front()), program_.shape))
        return false;
    const Border border = n.gather().border(n.values);
    return border.rule != EdgeRule::constant ||
           std::all_of(border.lanes.begin(), border.lanes.end(), [](double lane) {
               return lane == std::nearbyint(lane) && lane >= 0 && lane <= 65535;
           });
}

// What that chooses among (choose_code.hpp); numbers, where it computes.
Choosing GatherCode::among() const {
    const Primitive& n = node(source_.node);
    const bool reads_samples = strategy_ != nullptr && strategy_->reads_samples();
    if (!(chooses() || reads_samples) || !source_.points.empty()) return Choosing::numbers;
    if (keeps_words()) return Choosing::greens;
    if (reads_samples)
        return is_integer(source().pixel) && source().lanes() == program_.shape.lanes ? Choosing::samples
                                                                                      : Choosing::numbers;
    const Choosing how = choosing(source(), program_.shape);
    // Grey pixels of a pair have places of their own, which may be turned round, or beyond an edge.
    const bool alike =
        source().lanes() == 4 || (n.gather().reach && n.gather().border(n.values).rule != EdgeRule::constant);
    return how == Choosing::pairs && !alike ? Choosing::numbers : how;
}

// Of what it reads.
const ImageFormat& GatherCode::source() const { return *node(source_.loads.front()).format; }

// What a place of its image is read as.
std::string GatherCode::type() const {
    return keeps_words() ? "uint" : choose_type(among(), source(), program_.shape);
}

std::string GatherCode::stored() const {
    return chooses() && among() != Choosing::numbers ? cat(name_, "_chosen") : "";
}

std::string GatherCode::statements(const PlaceCode& of_pieces, bool stored_only) {
    const Primitive& n = node(source_.node);
    PlaceCode place = of_pieces;
    if (has_inside() && !side_by_side())
        place.column = cat("(inside ? LANE_COLUMNS(k) : ", place.column, ")");
    const std::string src = around_ ? cat(name_, "_around + d, k")
                                    : cat("PASS_ARGUMENTS, layer, ", place.column, ", ", place.row,
                                          side_by_side() ? ", inside" : ", 0");
    std::string value = strategy_ != nullptr ? strategy_->value(*this) : cat(name_, "_separable(", src, ")");
    if (!taps_ && (strategy_ == nullptr || strategy_->block() != nullptr)) {
        const Signature function = stage_function(graph_, n);
        const BlockSource* block = strategy_ != nullptr ? strategy_->block() : nullptr;
        std::string before;  // its Tables' fields are of the pass
        PointCode code(program_, place, before, in_text());
        const std::string call = code.call(source_.node, cat(name_, "_", function.name), function,
                                           block != nullptr ? std::string(block->arguments) : src);
        if (block != nullptr)
            block_call_ = call;
        else
            value = function.result == "BLOCK" ? call + ".v[0][0]" : call;
    }
    const std::string v = cat("const V v", program_.numbers(source_.node), " = ");
    if (!stored().empty())
        return cat(
            "const ", piece_type(source(), program_.shape), " ", stored(), " = ",
            chosen_piece(among(), source(), value,
                         around_ ? cat("((", name_, "_around + d)", around_at("0", "k", "0"), ")") : ""),
            ";\n                ", v, image_name(source_.loads.front()), "_decode(", stored(), ");\n");
    if (!chooses()) value = rounded(value, *n.format, program_.shape, stored_only);
    return cat(v, value, ";\n");
}

void GatherCode::add_functions() {
    if (strategy_ != nullptr && strategy_->columns_of_one() > 0) return strategy_->add_functions(*this);
    add_texel();
    if (check() != nullptr) define_checked();
    if (strategy_ != nullptr) return strategy_->add_functions(*this);
    add_sample();
    add_plainly();
}

// What reads between pixels.
void GatherCode::add_sample() {
    const auto& sampling = node(source_.node).gather().sampling;
    if (!sampling) return;
    std::vector<KernelSource::Macro> of_texels = macros();
    of_texels.push_back({"SAMPLE_TAPS", cat(taps_of(sampling(node(source_.node).values)))});
    const bool bits = samples_bits();
    const WeightScales scales = bits ? scales_of_bits : WeightScales{};
    of_texels.push_back({"SAMPLE_TEXEL(src, x, y)", check() != nullptr
                                                        ? checked("x", "y")
                                                        : texel("x", "y", bits ? "_bits" : "_texel")});
    of_texels.push_back({"SAMPLE_COLUMNS", number_text(scales.columns)});
    of_texels.push_back({"SAMPLE_ROWS", number_text(scales.rows)});
    program_.source.instantiate(sample_file, name_, of_texels);
}

void GatherCode::add_plainly() {
    const auto tables_in_text = [&](int are) {
        program_.source.append(cat("#undef TABLE_IN_TEXT\n#define TABLE_IN_TEXT ", are, "\n"));
    };
    const bool text = in_text();
    if (text) tables_in_text(1);
    if (taps_) {
        program_.source.instantiate(separable_file, name_, macros());
    } else {
        const Signature function = stage_function(graph_, node(source_.node));
        if (function.result == "BLOCK") program_.source.append_filled("block.clh", {});
        program_.source.instantiate(function.file, name_, macros(), function.text);
    }
    if (text) tables_in_text(0);
}

// The Points in front of it, of what lies in memory.
std::string GatherCode::points(PointCode& code) const {
    std::string text;
    for (const std::size_t i : source_.points) text += cat("    ", code.statements(i, false));
    return text;
}

std::vector<KernelSource::Macro> GatherCode::macros() const {
    std::vector<KernelSource::Macro> macros = weight_macros();
    const BlockSource* block = strategy_ != nullptr ? strategy_->block() : nullptr;
    macros.push_back({"SRC", block != nullptr ? std::string(block->parameters)
                             : around_ ? cat(type(), " (*const at_around)[", around_columns(), "], const int")
                                       : std::string(src_parameters)});
    if (check() != nullptr) macros.push_back({"SRC_ON(src)", "PASS_ARGUMENTS, layer, at_x, at_y, src"});
    if (const auto around = number_of(graph_, source_.node, "around"))
        macros.push_back({"BLOCK_AROUND", cat(static_cast<std::int64_t>(*around))});
    const ImageFormat& src = node(node(source_.node).inputs.at(0).value()).format.value();
    macros.push_back({"SRC_COLORS", cat(src.colors())});
    macros.push_back({"SRC_FINITE", reads_finite() ? "1" : "0"});
    macros.push_back({"WEIGHED_FINITE", weighs_finite() ? "1" : "0"});
    for (const KernelSource::Macro& macro : choose_macros(among(), source(), program_.shape))
        macros.push_back(macro);
    if (node(source_.node).gather().reach) {
        const char *x = "at_x + (VI)(dx)", *y = "at_y + (VI)(dy)";
        macros.push_back({"PIECE_OF_UNIT(src)", around_ ? "(src)" : "0"});
        const auto before = [&](const char* k) { return cat("at_around", around_at("(dy)", k, "(dx)")); };
        macros.push_back({"AT(src, dx, dy)",
                          check() != nullptr ? checked("dx", "dy")
                          : among() == Choosing::greens
                              ? cat("greens_of_u8(", before("(src)"), ", ", before("GREENS_FIRST(src)"), ", ",
                                    before("GREENS_FIRST(src) + GREENS_APART"), ")")
                          : keeps_words()  ? cat("texel_numbers_u8(", before("(src)"), ")")
                          : around_        ? before("(src) * PIXELS")
                          : side_by_side() ? cat("((src) ? ", texel(x, y, "_near"), " : ", texel(x, y), ")")
                                           : texel(x, y)});
        if (keeps_words() && !chooses()) macros.push_back({"WORD_AT(src, dx, dy)", before("(src)")});
    } else
        macros.push_back({"TEXEL(src, x, y)",
                          check() != nullptr
                              ? checked("CONVERT(INT, x)", "CONVERT(INT, y)")
                              : texel("CONVERT(INT, x)", "CONVERT(INT, y)", moves() ? "_moved" : "_texel")});
    if (node(source_.node).gather().sampling)
        macros.push_back(
            {"SAMPLE(src, x, y)", cat(name_, "_sample(PASS_ARGUMENTS, layer, at_x, at_y, 0, x, y)")});
    return macros;
}

// --- weights of columns and rows -------------------------------------------------------------------------

std::vector<KernelSource::Macro> GatherCode::weight_macros() const {
    if (!taps_) return {};
    std::vector<KernelSource::Macro> macros = column_macros(*taps_, name_);
    for (const KernelSource::Macro& macro : row_macros(*taps_, name_)) macros.push_back(macro);
    const std::optional<WholeSums> sums = whole_sums();
    macros.push_back({"WHOLE_SUMS", sums ? "1" : "0"});
    macros.push_back({"SUM", sums ? sluice::name(sums->type) : "int"});
    return macros;
}

std::optional<WholeSums> GatherCode::whole_sums() const {
    return sluice::whole_sums(taps_->taps, graph_.in_double(source_.node));
}

const char* GatherCode::weights_finite(bool padded) const {
    return weighs_finite() || (!padded && !has_zero(taps_->taps)) ? "1" : "0";
}

// As arguments.
void GatherCode::add_weights() {
    program_.parameters.add(cat("TAPS ", name_, "_columns"), TableArgument{taps_->tables.columns});
    program_.parameters.add(cat("TAPS ", name_, "_rows"), TableArgument{taps_->tables.rows});
    program_.parameters.number("uint", cat(name_, "_outputs"),
                               static_cast<double>(node(source_.node).format->height));
    const Taps &columns = taps_->taps.columns, &rows = taps_->taps.rows;
    if (!taps_->known(columns)) number("_column_taps", static_cast<double>(columns.count));
    if (!taps_->known(rows)) number("_row_taps", static_cast<double>(rows.count));
}

void GatherCode::number(const char* what, double value) {
    program_.parameters.number("int", cat(name_, what), value);
}

void GatherCode::constant(const std::string& constant) {
    program_.parameters.number("int", cat(name_, "_", constant), graph_, source_.node, constant,
                               program_.shape.doubles);
}

void GatherCode::define_all(const std::vector<KernelSource::Macro>& macros) {
    for (const KernelSource::Macro& macro : macros) program_.source.define(macro.name, macro.value);
}

void GatherCode::add_front(const char* name, const std::string& type, const std::string& decoded) {
    std::string before;
    PointCode code(program_, {"(VI)(0)", "(VI)(0)"}, before);
    const std::string evaluate = points(code), loaded = cat("v", program_.numbers(source_.loads.front()));
    program_.source.append(cat("\nV ", name_, name, "(PASS_PARAMETERS, const uint layer, ", type, " raw) {\n",
                               before, "    const V ", loaded, " = ", decoded, ";\n", evaluate, "    return ",
                               image_value(), ";\n}\n"));
}

}  // namespace sluice
