#include "pipeline/plan/code/pass_assembler.hpp"

#include <functional>
#include <set>
#include <utility>

namespace sluice {

// Whether a Reduce looks at the packed words of this image.
bool PassAssembler::counts_words(std::size_t image) const {
    for (std::size_t k = 0; k < reduces_.size(); ++k)
        if (reduces_[k].counting == Counting::words && node(pass_.reduces[k]).inputs[0] == image) return true;
    return false;
}

void PassAssembler::loads() {
    for (const std::size_t i : pass_.loads) {
        const std::string name = local("src", i);
        if (shape_.tile) {
            declare_image(source_, name, view_.image(i), shape_, Access::gather);
            image_parameters(parameters_, name, view_.image(i), assembly_.image_of.at(i), false);
            before_ += image_base(name);
            evaluate_ += cat(read_piece(name, view_.image(i)), "                const V ", local("v", i),
                             " = ", name, "_decode(", name, "_in.v);\n");
            continue;
        }
        const Access access = counts_words(i) ? Access::read_words : Access::read;
        declare_image(source_, name, view_.image(i), shape_, access);
        image_parameters(parameters_, name, view_.image(i), assembly_.image_of.at(i), false);
        before_ += image_base(name);
        units_ += cat("            ", name, "_unit ", name, "_in[DEPTH];\n");
        load_ += load_unit(name, view_.image(i), shape_, access);
        evaluate_ += cat("                const V ", local("v", i), " = ", name, "_decode(", name,
                         "_in[d].piece[k]);\n");
    }
}

void PassAssembler::gathers() {
    gathers_.reserve(pass_.gathers.size());
    for (const GatherSource& gather : pass_.gathers) {
        const auto taps = design_.taps.find(gather.node);
        gathers_.emplace_back(
            program_, gather, taps == design_.taps.end() ? std::nullopt : std::optional(taps->second),
            design_.made.count(gather.node) != 0 ? shape_.strategy.get() : nullptr, design_.own_table);
        const UnitParts parts = gathers_.back().unit_parts();
        before_ += parts.before;
        units_ += parts.declare;
        load_ += parts.load;
    }
}

void PassAssembler::look_words_up(std::size_t point) {
    const Primitive& n = node(point);
    const std::size_t src = n.inputs[0].value(), table = n.inputs[1].value();
    const TableLayout& layout = *node(table).layout;
    const std::string lut = local("lut", point), first = number_text(lowest(node(src).format->pixel));
    const int channels = node(src).format->lanes() > 1 ? 4 : 1;
    source_.include("lookup_words.clh");
    before_ += cat("    __local uint ", lut, "_all[", shape_.lut_copies, " * 256];\n");
    if (std::count(pass_.levels.begin(), pass_.levels.end(), table) != 0) {
        const LevelsCode levels = levels_code(program_, table);
        before_ += cat(
            "    {\n", levels.before,
            "    for (int level = get_local_id(0) * PIXELS; level < 256; level += GROUP * PIXELS) {\n",
            levels.statements, "    lookup_words_put(", lut, "_all, ", shape_.lut_copies, ", ", levels.value,
            ", ", channels, ", level + ", first, ");\n    }\n    }\n    barrier(CLK_LOCAL_MEM_FENCE);\n");
    } else {
        parameters_.add(cat("__global const float *", lut, "_values"),
                        TableArgument{assembly_.table_of.at(table)});
        const std::size_t row = layout.rows > 1 ? layout.length(layout.fields[0]) / layout.rows : 0;
        before_ += cat("    lookup_words_fill(", lut, "_all, ", shape_.lut_copies, ", ", lut,
                       "_values + (size_t)layer * ", row, ", ", channels, ", ", first, ");\n");
    }
    before_ += cat("    const __local uint *", lut, " = ", lut, "_all + get_local_id(0) % ",
                   shape_.lut_copies, ";\n");
    // Places of a word that become the same where all colours do, and that of alpha, which may stay.
    const int alike = channels == 1 ? 4 : n.format->colors() == 2 ? 2 : 3;
    const char* kept = n.format->has_alpha() ? "0xff000000" : "0";
    if (shape_.alone)
        before_ += cat("    __local char ", lut, "_bytes[256] __attribute__((aligned(64)));\n    const int ",
                       lut, "_alike = lookup_alike(", lut, ", ", lut, "_bytes, 0xffffffffu >> ",
                       8 * (4 - alike), ", ", kept, ");\n");
    const int texels = unit_texels(*n.format, shape_);
    const std::string from = cat(local("src", src), "_in[d].texel"),
                      to = cat(local("dst", point), "_out[d].texel");
    look_up_ += shape_.alone
                    ? cat("            lookup_unit((const uint *)", from, ", (uint *)", to, ", ", 4 * texels,
                          ", ", lut, ", ", lut, "_bytes, ", lut, "_alike, ", kept, ");\n")
                    : cat("            #pragma unroll\n            for (int k = 0; k < ", texels, "; ++k) ",
                          to, "[k] = lookup_texel(", from, "[k], ", lut, ", ", shape_.lut_copies, ");\n");
}

// Gathers and Points in the order of the graph: a Gather may take what Points make, as they take its image.
void PassAssembler::evaluate() {
    std::map<std::size_t, std::function<std::string()>> statements;
    for (const std::size_t i : pass_.points)
        if (!looks_words_up(i))
            statements[i] = [this, i] { return point_code_.statements(i, stored_only(i)); };
    for (std::size_t k = 0; k < gathers_.size(); ++k)
        statements[pass_.gathers[k].node] = [this, k] {
            const std::size_t i = pass_.gathers[k].node;
            // Beside other Gathers a window's units do not lie below each other.
            const bool below = (shape_.windows || shape_.alone) && !shape_.tile;
            return gathers_[k].statements(node(i).gather().reach && below ? place_in_window : place_of_piece,
                                          stored_only(i));
        };
    for (const auto& [i, text] : statements) evaluate_ += cat("                ", text());
}

// What a piece of it is in memory.
std::string PassAssembler::encoded(std::size_t image, const std::string& name) const {
    const auto chosen = std::find_if(gathers_.begin(), gathers_.end(), [&](const GatherCode& gather) {
        return gather.made() == image && !gather.stored().empty();
    });
    return chosen != gathers_.end() ? chosen->stored() : cat(name, "_encode(", local("v", image), ")");
}

void PassAssembler::stores() {
    for (const std::size_t i : pass_.stores) {
        const std::string name = local("dst", i);
        const Access access = shape_.tile       ? Access::put
                              : counts_words(i) ? Access::write_words
                                                : Access::write;
        declare_image(source_, name, view_.image(i), shape_, access);
        image_parameters(parameters_, name, view_.image(i), assembly_.image_of.at(i), true);
        if (shape_.tile) {
            before_ += cat(image_base(name), tile_declaration(name, view_.image(i), shape_));
            evaluate_ += write_piece(name, view_.image(i), shape_, local("v", i), encoded(i, name));
            store_ += store_tile(name, view_.image(i), shape_);
            continue;
        }
        before_ += image_base(name);
        units_ += cat("            ", name, "_unit ", name, "_out[DEPTH];\n");
        if (looks_words_up(i))
            look_words_up(i);
        else
            evaluate_ += cat("                ", name, "_out[d].piece[k] = ", encoded(i, name), ";\n");
        store_ += store_unit(name, view_.image(i), shape_);
    }
}

bool PassAssembler::decodes() const {
    const bool points = std::any_of(pass_.points.begin(), pass_.points.end(),
                                    [&](std::size_t i) { return !looks_words_up(i); });
    return points || !pass_.gathers.empty() ||
           std::any_of(reduces_.begin(), reduces_.end(),
                       [](const ReduceCode& code) { return code.counting != Counting::words; });
}

// Whether an item looks at all numbers of its units before it counts the first: what counts NaN and
// infinities is then out of the way of those that have none.
bool PassAssembler::tests_finite(std::size_t reduce) const {
    const ReduceCode& code = reduces_[reduce];
    const bool loaded = std::count(pass_.loads.begin(), pass_.loads.end(),
                                   node(pass_.reduces[reduce]).inputs[0].value()) != 0;
    const bool chosen = masked(pass_.reduces[reduce]) || code.reduction.region || code.luma() || code.hides();
    return !shape_.alone && loaded && !chosen && !code.quantities.empty() && !is_integer(code.format.pixel);
}

void PassAssembler::tests() {
    std::set<std::size_t> images;
    for (std::size_t k = 0; k < reduces_.size(); ++k)
        if (tests_finite(k)) images.insert(node(pass_.reduces[k]).inputs[0].value());
    if (images.empty()) return;
    source_.include("flaw.clh");
    for (const std::size_t i : images) {
        const std::string src = local("src", i), piece = cat(src, "_in[d].piece[k]");
        const bool halves = comes_as_halves(view_.image(i));
        const int n = shape_.lanes * shape_.pixels;
        test_ += cat(
            "            {\n                ", halves ? "uint" : "V",
            " flaw = 0;\n                #pragma unroll\n                for (int d = 0; d < DEPTH; ++d)\n"
            "                    for (int k = 0; k < UNIT / PIXELS; ++k)\n                        flaw = ",
            halves ? cat("half", n > 1 ? cat(n) : "", "_flaw(flaw, ", piece, ")")
                   : cat("flaw_of(flaw, ", src, "_decode(", piece, "))"),
            ";\n                whole &= ", halves ? "halves_are_flawless" : "is_flawless",
            "(flaw);\n            }\n");
    }
}

// Unit number d, its first pixel at (x, y): what looks at whole words, then piece by piece; then at the words
// that were made.
std::string PassAssembler::unit(Cut cut) const {
    std::string words, pieces = evaluate_, after;
    for (std::size_t k = 0; k < reduces_.size(); ++k) {
        const ReduceCode& code = reduces_[k];
        const Primitive& n = node(pass_.reduces[k]);
        const std::size_t image = n.inputs[0].value();
        if (code.counting == Counting::words) {
            const bool made = std::count(pass_.stores.begin(), pass_.stores.end(), image) != 0;
            const std::string unit =
                made ? cat(local("dst", image), "_out[d]") : cat(local("src", image), "_in[d]");
            (made ? after : words) += reduce_unit(code, unit, cut, shape_);
        } else {
            const std::string v = code.counting == Counting::integers
                                      ? cat(local("src", image), "_in[d].piece[k]")
                                      : local("v", image);
            pieces += reduce_step(code, v, masked(pass_.reduces[k]) ? mask(code, *n.inputs[1]) : "", cut,
                                  shape_, cut == Cut::whole && tests_finite(k));
            after += reduce_after_unit(code, shape_);
        }
    }
    // The unit that the edge cuts comes once in a row: it is not worth the compiler's time, but where its
    // pieces are found in an array of registers.
    const bool around = std::any_of(gathers_.begin(), gathers_.end(),
                                    [](const GatherCode& gather) { return gather.around().has_value(); });
    const char* unroll = cut == Cut::edge && !around ? "" : "            #pragma unroll\n";
    const auto each = [&](const char* unrolled) {
        return cat(unrolled, "            for (int k = 0; k < UNIT / PIXELS; ++k) {\n", pieces,
                   "            }\n");
    };
    return cat(words, look_up_, decodes() ? inside_and_not(each(unroll), each("")) : "", after);
}

// What windows make of a unit, where all of them are image and where not.
std::string PassAssembler::inside_and_not(const std::string& inside, const std::string& not_inside) const {
    std::string condition;
    for (const GatherCode& gather : gathers_)
        if (gather.has_inside()) condition += cat(condition.empty() ? "" : " && ", gather.inside());
    if (condition.empty()) return inside;
    return cat("            if (", condition, ") {\n            const int inside = 1;\n", inside,
               "            } else {\n            const int inside = 0;\n", not_inside, "            }\n");
}

void PassAssembler::add_kernel() {
    std::string after_tile;
    for (const ReduceCode& code : reduces_) after_tile += reduce_after_tile(code, shape_);
    const bool edges = !reduces_.empty();  // else what hangs over the right edge does no harm
    source_.append(cat("#define PASS_AREAS ", tiles_ ? 1 : 0, "\n#define PASS_EDGES ", edges ? 1 : 0,
                       "\n#define PASS_OVERLAPS ", shape_.overlaps ? 1 : 0, "\n#define PASS_RUNS ",
                       shape_.run > 0 ? 1 : 0, "\n#define PASS_WINDOWS ", shape_.windows ? 1 : 0,
                       "\n#define PASS_APART ", shape_.apart ? 1 : 0, "\n"));
    source_.append_filled(shape_.alone ? "pass_along_rows.clh" : "pass_side_by_side.clh",
                          {{"PASS_PARAMETERS", cat("    ", parameters_.declarations(), "\n")},
                           {"PASS_GROUND", ground_of_group(ground())},
                           {"PASS_BEFORE", before_},
                           {"PASS_UNITS", units_},
                           {"PASS_LOAD", load_},
                           {"PASS_TEST", test_},
                           {"PASS_WHOLE", unit(Cut::whole)},
                           {"PASS_EDGE", unit(edges ? Cut::edge : Cut::whole)},
                           {"PASS_STORE", store_},
                           {"PASS_AFTER_TILE", after_tile},
                           {"PASS_AFTER", after_}});
}

// What stands in a text of tiles beside what fills them.
std::map<std::string, std::string> PassAssembler::tile_parts() const {
    std::string pieces = evaluate_, after_pieces;
    for (std::size_t k = 0; k < reduces_.size(); ++k) {
        const Primitive& n = node(pass_.reduces[k]);
        pieces +=
            reduce_step(reduces_[k], local("v", n.inputs[0].value()),
                        masked(pass_.reduces[k]) ? mask(reduces_[k], *n.inputs[1]) : "", Cut::edge, shape_);
        after_pieces += reduce_after_tile(reduces_[k], shape_);
    }
    return {{"PASS_GROUND", ground_of_group(ground())},
            {"PASS_BEFORE", before_},
            {"PASS_PIECE", pieces},
            {"PASS_STORE_TILE", store_.empty() ? "" : cat("            GROUP_BARRIER();\n", store_)},
            {"PASS_AFTER_PIECES", after_pieces},
            {"PASS_AFTER", after_}};
}

void PassAssembler::add_kernel_of_tiles() {
    TilePass pass{source_, {}, before_, [this] { return tile_parts(); }};
    for (GatherCode& gather : gathers_)
        if (gather.has_strategy()) pass.gathers.push_back(&gather);
    shape_.strategy->add_kernel(pass);
}

std::string PassAssembler::implementation() const {
    std::string text;
    if (shape_.tile)
        return cat(shape_.way, ", ", shape_.pixels, shape_.pixels == 1 ? " pixel" : " pixels", " at a time");
    if (decodes())
        text = cat("generated, ", shape_.pixels, shape_.pixels == 1 ? " pixel" : " pixels", " at a time");
    if (!look_up_.empty()) text += cat(text.empty() ? "" : "; ", "looked up as words");
    for (const ReduceCode& code : reduces_)
        if (code.counting != Counting::numbers && text.find(name(code.counting)) == std::string::npos)
            text += cat(text.empty() ? "" : "; ", "reduced as ", name(code.counting));
    return text;
}

Launch PassAssembler::launch(std::shared_ptr<const Program> program) const {
    Launch launch;
    const auto name = [&](std::size_t i) {
        launch.stages += cat(launch.stages.empty() ? "" : ", ", node(i).id);
    };
    for (const GatherSource& gather : pass_.gathers) {
        for (const std::size_t i : gather.points) name(i);
        name(gather.node);
    }
    for (const auto* list : {&pass_.levels, &pass_.points, &pass_.reduces})
        for (const std::size_t i : *list) name(i);
    if (finish_.last_group)
        for (const std::size_t i : pass_.tables) name(i);
    launch.kernel = "pass";
    launch.program = std::move(program);
    launch.arguments = parameters_.arguments();
    launch.groups = shape_.groups();
    launch.local = shape_.local;
    launch.implementation = implementation();
    launch.reason = shape_.reason;
    launch.strategy = shape_.way;
    for (const ReduceCode& code : reduces_)
        if (launch.reason.find(code.reason) == std::string::npos) launch.reason += cat("; ", code.reason);
    if (tiles_)
        launch.reason += cat("; a row for each of ", tiles_->across, " x ", tiles_->down, " tiles of ",
                             tiles_->area.width, " x ", tiles_->area.height, " pixels");
    if (!reduces_.empty()) launch.reason += cat("; ", finish_.reason);
    launch.over_pixels = true;
    launch.rows = rows_;
    for (const std::size_t i : pass_.reads()) {
        launch.reads.push_back(assembly_.image_of.at(i));
        launch.bytes_read += view_.image(i).pitch * view_.image(i).format.rows();
    }
    if (tiles_) {
        const auto area = [](const auto& of) { return static_cast<double>(of.width * of.height); };
        launch.bytes_read = static_cast<std::size_t>(static_cast<double>(launch.bytes_read) *
                                                     area(tiles_->part) / area(pass_.domain));
    }
    for (const std::size_t i : pass_.stores) {
        launch.writes.push_back(assembly_.image_of.at(i));
        launch.bytes_written += view_.image(i).pitch * view_.image(i).format.rows();
    }
    return launch;
}

std::vector<Launch> PassAssembler::run() {
    // A call would hand vectors of 64 lanes on through memory.
    if (shape_.planes) {
        source_.include("planes.clh");
        source_.append("#pragma clang attribute push(__attribute__((always_inline)), apply_to = function)\n");
    }
    source_.include("lanes.clh");
    source_.include("quotient.clh");
    source_.include("half.clh");
    source_.include("round.clh");
    source_.include("power.clh");
    if (!shape_.alone && !shape_.doubles) source_.include("texel.clh");
    source_.append(cat("#define UNIT ", shape_.unit, "  // pixels\n#define GROUP ", shape_.local,
                       "  // work-items\n#define DEPTH ", shape_.depth,
                       "  // units on their way at once\n#define PIXEL_COLUMN(i) (x + (i)",
                       shape_.apart ? " * pixel_step" : "", ")  // of pixel i of a unit\n",
                       "#define LANE_COLUMNS(k) (PIXEL_OF_LANE", shape_.apart ? " * (INT)pixel_step" : "",
                       " + (INT)PIXEL_COLUMN((k) * PIXELS))  // of the lanes of piece k\n"));
    source_.append_filled("group.clh", {});
    loads();
    gathers();
    evaluate();
    stores();
    reduces();
    tests();
    ground_parameters(parameters_, shape_, ground());
    for (GatherCode& gather : gathers_) gather.add_functions();
    if (shape_.planes) source_.append("#pragma clang attribute pop\n");
    if (shape_.tile)
        add_kernel_of_tiles();
    else
        add_kernel();
    if (!gathers_.empty()) {
        source_.define("PASS_PARAMETERS", parameters_.declarations(" "));
        source_.define("PASS_ARGUMENTS", parameters_.names());
    }

    const auto program = std::make_shared<Program>();
    Launch first = launch(program);
    program->name = first.stages;
    program->source = source_.text();
    program->options = lane_options(shape_.lanes, shape_.pixels, shape_.doubles, assembly_.plan.device);
    if (shape_.planes) program->options += " -D PLANES=1";
    std::vector<Launch> launches{std::move(first)};
    for (Launch& finish : assemble_finishes(assembly_, step_)) launches.push_back(std::move(finish));
    return launches;
}

std::vector<Launch> assemble_pass(const Assembly& assembly, std::size_t step) {
    return PassAssembler(assembly, step).run();
}

}  // namespace sluice
