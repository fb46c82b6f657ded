#include "pipeline/plan/code/pass_assembler.hpp"

#include <utility>

namespace sluice {

// Whether a Reduce looks at the packed words of this image.
bool PassAssembler::counts_words(std::size_t image) const {
    for (std::size_t k = 0; k < reduces_.size(); ++k)
        if (reduces_[k].counting == Counting::words && node(pass_.reduces[k]).inputs[0] == image) return true;
    return false;
}

// Whether all rows that the pass goes along are padded as those of this image. A CPU counts a line of them at
// once, and writes as many pixels to each image.
bool PassAssembler::aligned(std::size_t image) const {
    const auto padded_to = [&](std::size_t i) {  // pixels
        return std::max(row_pixels, row_bytes / node(i).format->lane_bytes());
    };
    const auto at_least = [&](std::size_t i) { return padded_to(i) >= padded_to(image); };
    return !assembly_.plan.device.cpu() || (std::all_of(pass_.loads.begin(), pass_.loads.end(), at_least) &&
                                            std::all_of(pass_.stores.begin(), pass_.stores.end(), at_least));
}

ReduceCode PassAssembler::reduce_code(std::size_t reduce) const {
    const Primitive& n = node(reduce);
    const std::size_t image = n.inputs[0].value();
    const ImageFormat& format = node(image).format.value();
    const bool by_lane = std::any_of(n.layout->fields.begin(), n.layout->fields.end(), [](const Field& f) {
        return f.name == "min_at" || f.name == "max_at" || f.name == "histogram";
    });
    const bool extremes = std::all_of(n.layout->fields.begin(), n.layout->fields.end(),
                                      [](const Field& f) { return f.name == "min" || f.name == "max"; });
    const bool only = pass_.loads.size() == 1 && pass_.points.empty() && pass_.gathers.empty();
    Reduction reduction = *n.reduction;
    if (tiles_) reduction.region.reset();  // they are its tiles, and what is outside is not looked at
    const CountingChoice choice = place_reduce({format, reduction, loaded(image) && pass_.gathers.empty(),
                                                masked(reduce), only, aligned(image), by_lane, extremes},
                                               assembly_.options);
    ReduceCode code{local("r", reduce), reduction, format, {}, *n.layout, choice.counting, choice.reason};
    if (n.layout->find("histogram") == nullptr) code.reduction.bins = 0;
    code.tiled = tiles_.has_value();
    const DeviceFacts& device = assembly_.plan.device;
    code.quantities = quantities(counted_pixel(code.reduction, code.format), device.fp64, code.counting);
    std::erase_if(code.quantities, [&](const Quantity& q) { return code.layout.find(q.name) == nullptr; });
    if (code.counting == Counting::words) {
        count_in_words(code.quantities, format);
        code.flush_steps = flush_steps(format.pixel, device.dot_bytes);
    }
    code.round = round_channels(code.channel_bytes(), code.layout.channels.size(), device);
    return code;
}

// The Gather over whose tiles the pass may go: the only one that weighs columns and rows.
const GatherSource* PassAssembler::tiled() const {
    const auto separable = [&](const GatherSource& gather) { return taps_.count(gather.node) != 0; };
    const auto first = std::find_if(pass_.gathers.begin(), pass_.gathers.end(), separable);
    return taps_.size() == 1 && !tiles_ ? &*first : nullptr;
}

PassNeeds::Tiled PassAssembler::tile_needs(const GatherSource& gather) const {
    PassNeeds::Tiled needs{&taps_.at(gather.node), std::nullopt, 0};
    const Primitive& n = node(gather.node);
    // A constant beyond the edges may be none of its pixel type.
    const auto by_place = [&](std::size_t i) { return node(i).stage->as<PointDef>()->by_tiles; };
    if (gather.loads.size() == 1 && n.gather().border(n.values).rule != EdgeRule::constant &&
        std::none_of(gather.points.begin(), gather.points.end(), by_place))
        needs.stored_bytes = node(gather.loads.front()).format->lane_bytes();
    for (const std::size_t i : pass_.stores)
        if (assembly_.image(i).storage == Storage::image) needs.store_bytes += node(i).format->lane_bytes();
    return needs;
}

PassShape PassAssembler::shape() const {
    PassNeeds needs;
    const auto add = [&](std::size_t i) { needs.formats.push_back(node(i).format.value()); };
    for (const std::size_t i : pass_.loads) {
        add(i);
        needs.load_bytes = std::max(needs.load_bytes, node(i).format->lane_bytes());
    }
    for (const GatherSource& gather : pass_.gathers) {
        add(gather.node);
        for (const auto* list : {&gather.loads, &gather.points})
            for (const std::size_t i : *list) add(i);
    }
    for (const std::size_t i : pass_.points) add(i);
    needs.stores = !pass_.stores.empty();
    needs.reduces = !pass_.reduces.empty();
    for (const std::size_t i : pass_.points) needs.lookups += looks_words_up(i) ? 1 : 0;
    const auto in_memory = [&](std::size_t i) { return assembly_.image(i).storage; };
    std::vector<std::size_t> images = pass_.loads;
    images.insert(images.end(), pass_.stores.begin(), pass_.stores.end());
    needs.image_objects = std::any_of(images.begin(), images.end(),
                                      [&](std::size_t i) { return in_memory(i) != Storage::buffer; });
    needs.natural = !images.empty() && std::all_of(images.begin(), images.end(), [&](std::size_t i) {
        return in_memory(i) == Storage::natural;
    });
    for (const ReduceCode& code : reduces_) {
        if (code.counting == Counting::words) {
            needs.word_steps =
                needs.word_steps == 0 ? code.flush_steps : std::min(needs.word_steps, code.flush_steps);
            needs.word_bytes = std::min(needs.word_bytes, code.format.lane_bytes());
        }
        needs.scratch += code.round * code.channel_bytes();
        needs.shared += last_group_bytes;
        if (code.local_bins) needs.shared += bins_bytes(code);
    }
    needs.domain = {pass_.domain.width, height(), pass_.domain.layers};
    if (const GatherSource* gather = tiled()) needs.tiled = tile_needs(*gather);
    if (tiles_)  // each is as a small image
        needs.domain = {ceil_div(tiles_->area.width, tiles_->across),
                        std::min(height(), ceil_div(tiles_->area.height, tiles_->down)),
                        pass_.domain.layers * tiles_->count()};
    return place_pass(needs, assembly_.plan.device, assembly_.options);
}

void PassAssembler::loads() {
    for (const std::size_t i : pass_.loads) {
        const std::string name = local("src", i);
        if (shape_.tile) {
            source_.append(image_declarations(name, assembly_.image(i), shape_, Access::gather));
            image_parameters(parameters_, name, assembly_.image(i), assembly_.image_of.at(i), false);
            before_ += image_base(name);
            evaluate_ += cat(read_piece(name, assembly_.image(i)), "                const V ", local("v", i),
                             " = ", name, "_decode(", name, "_in.v);\n");
            continue;
        }
        const Access access = counts_words(i) ? Access::read_words : Access::read;
        source_.append(image_declarations(name, assembly_.image(i), shape_, access));
        image_parameters(parameters_, name, assembly_.image(i), assembly_.image_of.at(i), false);
        before_ += image_base(name);
        units_ += cat("            ", name, "_unit ", name, "_in[DEPTH];\n");
        load_ += load_unit(name, assembly_.image(i), shape_, access);
        evaluate_ += cat("                const V ", local("v", i), " = ", name, "_decode(", name,
                         "_in[d].piece[k]);\n");
    }
}

void PassAssembler::gathers() {
    gathers_.reserve(pass_.gathers.size());
    for (const GatherSource& gather : pass_.gathers) {
        std::optional<TapCode> taps;
        if (const auto own = taps_.find(gather.node); own != taps_.end())
            taps = TapCode{own->second, add_tap_tables(assembly_, gather.node, own->second, shape_.doubles)};
        gathers_.emplace_back(program_, gather, std::move(taps), shape_.tile && &gather == tiled());
        evaluate_ += cat("                const V ", local("v", gather.node), " = ",
                         gathers_.back().value(place_of_piece, stored_only(gather.node)), ";\n");
    }
}

// Whether nothing in this pass but the store takes a Point's value.
bool PassAssembler::stored_only(std::size_t point) const {
    const auto takes = [&](std::size_t user) {
        const auto& inputs = node(user).inputs;
        return std::find(inputs.begin(), inputs.end(), std::optional(point)) != inputs.end();
    };
    return std::none_of(pass_.points.begin(), pass_.points.end(), takes) &&
           std::none_of(pass_.reduces.begin(), pass_.reduces.end(), takes);
}

// Whether a lookup takes an 8-bit image from memory to another one, and nothing else looks at either.
bool PassAssembler::looks_words_up(std::size_t point) const {
    const Primitive& n = node(point);
    const auto one_byte = [](const ImageFormat& f) { return is_integer(f.pixel) && bytes(f.pixel) == 1; };
    if (n.inputs.size() != 2 || !n.inputs[1] || node(*n.inputs[1]).chain.empty()) return false;
    if (!pass_.gathers.empty()) return false;
    const ImageFormat& src = node(*n.inputs[0]).format.value();
    return loaded(*n.inputs[0]) && one_byte(src) && one_byte(*n.format) && src.lanes() == n.format->lanes() &&
           node(*n.inputs[1]).layout->fields[0].type == FieldType::f32 && stored_only(point);
}

void PassAssembler::look_words_up(std::size_t point) {
    const Primitive& n = node(point);
    const std::size_t src = n.inputs[0].value(), table = n.inputs[1].value();
    const TableLayout& layout = *node(table).layout;
    const std::string lut = local("lut", point);
    source_.include("lookup_words.clh");
    parameters_.add(cat("__global const float *", lut, "_values"),
                    TableArgument{assembly_.table_of.at(table)});
    const std::size_t row = layout.rows > 1 ? layout.length(layout.fields[0]) / layout.rows : 0;
    before_ += cat("    __local uint ", lut, "_all[", shape_.lut_copies, " * 256];\n    lookup_words_fill(",
                   lut, "_all, ", shape_.lut_copies, ", ", lut, "_values + (size_t)layer * ", row, ", ",
                   node(src).format->lanes() > 1 ? 4 : 1, ", ", number_text(lowest(node(src).format->pixel)),
                   ");\n    const __local uint *", lut, " = ", lut, "_all + get_local_id(0) % ",
                   shape_.lut_copies, ";\n");
    const int texels = unit_texels(*n.format, shape_);
    look_up_ += cat("            #pragma unroll\n            for (int k = 0; k < ", texels, "; ++k) ",
                    local("dst", point), "_out.texel[k] = lookup_texel(", local("src", src),
                    "_in[d].texel[k], ", lut, ", ", shape_.lut_copies, ");\n");
}

void PassAssembler::points() {
    for (const std::size_t i : pass_.points)
        if (!looks_words_up(i))
            evaluate_ += cat("                const V ", local("v", i), " = ",
                             point_code_.value(i, stored_only(i)), ";\n");
}

void PassAssembler::stores() {
    for (const std::size_t i : pass_.stores) {
        const std::string name = local("dst", i);
        source_.append(
            image_declarations(name, assembly_.image(i), shape_, shape_.tile ? Access::put : Access::write));
        image_parameters(parameters_, name, assembly_.image(i), assembly_.image_of.at(i), true);
        if (shape_.tile) {
            before_ += cat(image_base(name), tile_declaration(name, assembly_.image(i)));
            evaluate_ += write_piece(name, assembly_.image(i), shape_, local("v", i));
            store_ += store_tile(name, assembly_.image(i));
            continue;
        }
        before_ += cat(image_base(name), "    ", name, "_unit ", name, "_out;\n");
        if (looks_words_up(i))
            look_words_up(i);
        else
            evaluate_ +=
                cat("                ", name, "_out.piece[k] = ", name, "_encode(", local("v", i), ");\n");
        store_ += store_unit(name, assembly_.image(i), shape_);
    }
}

bool PassAssembler::decodes() const {
    const bool points = std::any_of(pass_.points.begin(), pass_.points.end(),
                                    [&](std::size_t i) { return !looks_words_up(i); });
    return points || !pass_.gathers.empty() ||
           std::any_of(reduces_.begin(), reduces_.end(),
                       [](const ReduceCode& code) { return code.counting != Counting::words; });
}

// Unit number d, its first pixel at (x, y): what looks at whole words, then piece by piece.
std::string PassAssembler::unit(Cut cut) const {
    std::string words, pieces = evaluate_, after;
    for (std::size_t k = 0; k < reduces_.size(); ++k) {
        const ReduceCode& code = reduces_[k];
        const Primitive& n = node(pass_.reduces[k]);
        const std::size_t image = n.inputs[0].value();
        if (code.counting == Counting::words) {
            words += reduce_unit(code, cat(local("src", image), "_in[d]"), cut, shape_);
        } else {
            const std::string v = code.counting == Counting::integers
                                      ? cat(local("src", image), "_in[d].piece[k]")
                                      : local("v", image);
            pieces +=
                reduce_step(code, v, masked(pass_.reduces[k]) ? mask(code, *n.inputs[1]) : "", cut, shape_);
            after += reduce_after_unit(code, shape_);
        }
    }
    // The unit that the edge cuts comes once in a row: it is not worth the compiler's time.
    const char* unroll = cut == Cut::edge ? "" : "            #pragma unroll\n";
    if (decodes())
        pieces =
            cat(unroll, "            for (int k = 0; k < UNIT / PIXELS; ++k) {\n", pieces, "            }\n");
    else
        pieces.clear();
    return cat(words, look_up_, pieces, after, store_);
}

std::string PassAssembler::kernel() const {
    std::string after_tile;
    for (const ReduceCode& code : reduces_) after_tile += reduce_after_tile(code, shape_);
    const UnitCode code{units_, load_, [this](Cut cut) { return unit(cut); }, !reduces_.empty(), after_tile};
    return cat("\n__kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))\nvoid pass(",
               parameters_.declarations(), ") {\n", ground_of_group(ground()), before_,
               traverse(code, shape_, tiles_.has_value()), after_, "}\n");
}

// Piece by piece of tiles.
void PassAssembler::add_tiled_kernel() {
    std::string pieces = evaluate_, after_block, after_tile;
    for (std::size_t k = 0; k < reduces_.size(); ++k) {
        const Primitive& n = node(pass_.reduces[k]);
        pieces +=
            reduce_step(reduces_[k], local("v", n.inputs[0].value()),
                        masked(pass_.reduces[k]) ? mask(reduces_[k], *n.inputs[1]) : "", Cut::edge, shape_);
        after_block += reduce_after_tile(reduces_[k], shape_);
    }
    const auto gather =
        std::find_if(gathers_.begin(), gathers_.end(), [](const GatherCode& g) { return g.is_tiled(); });
    std::map<std::string, std::string> parts = gather->fill_parts();
    parts["PASS_GROUND"] = ground_of_group(ground());
    parts["PASS_BEFORE"] = before_;
    parts["PASS_PIECE"] = pieces;
    parts["PASS_STORE_TILE"] = store_.empty() ? "" : cat("        barrier(CLK_LOCAL_MEM_FENCE);\n", store_);
    parts["PASS_AFTER_BLOCK"] = after_block;
    parts["PASS_AFTER"] = after_;
    source_.append_filled("pass_tiled.clh", parts);
}

std::string PassAssembler::implementation() const {
    std::string text;
    if (shape_.tile)
        return cat("tiled, ", shape_.pixels, shape_.pixels == 1 ? " pixel" : " pixels", " at a time");
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
    for (const auto* list : {&pass_.points, &pass_.reduces})
        for (const std::size_t i : *list) name(i);
    launch.kernel = "pass";
    launch.program = std::move(program);
    launch.arguments = parameters_.arguments();
    launch.groups = shape_.groups();
    launch.local = shape_.local;
    launch.implementation = implementation();
    launch.reason = shape_.reason;
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
        launch.bytes_read += assembly_.image(i).pitch * assembly_.image(i).format.rows();
    }
    if (tiles_) {
        const auto area = [](const auto& of) { return static_cast<double>(of.width * of.height); };
        launch.bytes_read = static_cast<std::size_t>(static_cast<double>(launch.bytes_read) *
                                                     area(tiles_->part) / area(pass_.domain));
    }
    for (const std::size_t i : pass_.stores) {
        launch.writes.push_back(assembly_.image_of.at(i));
        launch.bytes_written += assembly_.image(i).pitch * assembly_.image(i).format.rows();
    }
    return launch;
}

std::vector<Launch> PassAssembler::run() {
    source_.include("lanes.clh");
    source_.include("half.clh");
    source_.include("round.clh");
    source_.include("power.clh");
    source_.append(cat("#define UNIT ", shape_.unit, "  // pixels\n#define GROUP ", shape_.local,
                       "  // work-items\n#define DEPTH ", shape_.depth, "  // units on their way at once\n"));
    loads();
    gathers();
    points();
    stores();
    reduces();
    traverse_parameters(parameters_, shape_, ground());
    for (GatherCode& gather : gathers_) gather.add_functions();
    if (shape_.tile)
        add_tiled_kernel();
    else
        source_.append(kernel());
    if (!gathers_.empty()) {
        source_.define("PASS_PARAMETERS", parameters_.declarations(" "));
        source_.define("PASS_ARGUMENTS", parameters_.names());
    }
    source_.append(source_after_);

    const auto program = std::make_shared<Program>();
    Launch first = launch(program);
    program->name = first.stages;
    program->source = source_.text();
    program->options = lane_options(shape_.lanes, shape_.pixels, shape_.doubles, assembly_.plan.device);
    std::vector<Launch> launches{std::move(first)};
    for (Launch& finish : finishes_) {
        finish.program = program;
        launches.push_back(std::move(finish));
    }
    return launches;
}

std::vector<Launch> assemble_pass(Assembly& assembly, const PassStep& pass, const std::vector<Rows>& rows) {
    return PassAssembler(assembly, pass, rows).run();
}

}  // namespace sluice
