#include "pipeline/graph/kernel/read_kernel.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/graph/declaration.hpp"
#include "pipeline/graph/kernel/blank_image.hpp"
#include "pipeline/graph/kernel/match.hpp"
#include "pipeline/graph/kernel/own_names.hpp"
#include "pipeline/graph/kernel/rules.hpp"
#include "pipeline/graph/kernel_stage.hpp"
#include "pipeline/graph/pipeline_text.hpp"
#include "pipeline/graph/steady.hpp"
#include "pipeline/graph/text_order.hpp"
#include "pipeline/graph/throw_fault.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

namespace sluice {
namespace {

using Declared = std::shared_ptr<const KernelDeclaration>;

// --- numbers of the declaration ---------------------------------------------------------------------

Numbers numbers_of(const KernelDeclaration& decl, const StageInputs& inputs) {
    Numbers numbers = numbers_of(decl.params, inputs.values);
    if (decl.kind == KernelKind::source || inputs.images.empty() || !inputs.images[0]) return numbers;
    const ImageFormat& image = inputs.image();
    numbers.try_emplace("width", static_cast<double>(image.width));
    numbers.try_emplace("height", static_cast<double>(image.height));
    numbers.try_emplace("channels", image.channels);
    return numbers;
}

[[noreturn]] void refuse_formula(const Formula& formula, const std::string& what) {
    throw_fault(formula.place, "", in_quotes(formula.text) + " " + what);
}

constexpr double most_pixels = 1e6;  // of a distance or a side

std::size_t side_of(const Formula& formula, const Numbers& numbers) {
    const double value = std::round(value_of(formula, numbers));
    if (value < 1 || value > most_pixels)
        refuse_formula(formula, "is " + number_text(value) + ", but a size is from 1 to 1000000");
    return static_cast<std::size_t>(value);
}

Reach reach_of(const KernelDeclaration& decl, const StageInputs& inputs) {
    const Numbers numbers = numbers_of(decl, inputs);
    std::array<std::size_t, 4> sides{};
    for (std::size_t i = 0; i < sides.size(); ++i) {
        const Formula& formula = (*decl.reach)[i];
        const double value = std::ceil(value_of(formula, numbers));
        if (value < 0 || value > most_pixels)
            refuse_formula(formula, "is " + number_text(value) + ", but a reach is from 0 to 1000000");
        sides[i] = static_cast<std::size_t>(value);
    }
    return {sides[0], sides[1], sides[2], sides[3]};
}

Sampling sampling_of(const KernelDeclaration& decl, const Values& values) {
    const auto at = values.find(decl.sampling);
    const auto* word = at == values.end() ? nullptr : std::get_if<std::string>(&at->second);
    return from_name<Sampling>(word != nullptr ? *word : decl.sampling).value_or(Sampling::nearest);
}

Area footprint_of(const KernelDeclaration& decl, const StageInputs& inputs, const Area& of) {
    const auto width = static_cast<std::int64_t>(inputs.image().width);
    const auto height = static_cast<std::int64_t>(inputs.image().height);
    if (!decl.region) return {{0, width}, {0, height}};
    Numbers numbers = numbers_of(decl, inputs);
    numbers["first_column"] = static_cast<double>(of.columns.first);
    numbers["last_column"] = static_cast<double>(of.columns.end - 1);
    numbers["first_row"] = static_cast<double>(of.rows.first);
    numbers["last_row"] = static_cast<double>(of.rows.end - 1);
    // What is interpolated lies around a place.
    const std::int64_t taps = decl.sampling.empty() ? 1 : taps_of(sampling_of(decl, inputs.values));
    const std::int64_t before = std::max<std::int64_t>(taps / 2 - 1, 0), after = taps / 2;
    const auto ends = [&](std::size_t axis, std::int64_t size) -> Interval {
        const double far = static_cast<double>(size) + most_pixels;
        const auto end = [&](std::size_t i) {
            return std::clamp(value_of((*decl.region)[2 * axis + i], numbers), -far, far);
        };
        const auto first = static_cast<std::int64_t>(std::floor(end(0)));
        const auto last = static_cast<std::int64_t>(std::ceil(end(1)));
        return {first - before, std::max(first, last) + after + 1};
    };
    return {ends(0, width), ends(1, height)};
}

ImageFormat format_of(const KernelDeclaration& decl, const StageInputs& inputs, ImageFormat format) {
    const Numbers numbers = numbers_of(decl, inputs);
    if (decl.width) format.width = side_of(*decl.width, numbers);
    if (decl.height) format.height = side_of(*decl.height, numbers);
    if (decl.pixel && *decl.pixel != format.pixel) {
        format.pixel = *decl.pixel;
        format.white = 0;
    }
    if (!decl.channels) return format;
    const double channels = value_of(*decl.channels, numbers);
    if (channels != 1 && channels != 2 && channels != 3 && channels != 4)
        refuse_formula(*decl.channels, "is " + number_text(channels) + ", but an image has 1 to 4 channels");
    if (format.channels == static_cast<int>(channels)) return format;
    format.channels = static_cast<int>(channels);
    format.grey_alpha = false;
    format.model = Model::rgb;
    format.order = Order::rgb;
    format.profile = nullptr;
    return format;
}

// --- the stages -------------------------------------------------------------------------------------

KernelCall call_of(const Declared& decl, const std::shared_ptr<const std::string>& text) {
    KernelCall call;
    call.function = always<KernelFunction(const StageInputs&)>(KernelFunction{decl->name, decl->name});
    call.text = text;
    call.checked = true;
    const auto constants = [decl](const StageInputs& inputs) {
        std::vector<Constant> constants;
        for (const auto& [name, number] : numbers_of(*decl, inputs)) {
            const ParamDecl* param = decl->param(name);  // others are the planner's own
            if (decl->kind == KernelKind::stencil)
                constants.push_back({name + own_name_end, number});
            else if (param == nullptr || param->type == ParamType::choice)
                constants.push_back({name, number});
        }
        if (decl->kind == KernelKind::stencil)
            constants.push_back({std::string("white") + own_name_end, inputs.image().white_value()});
        return constants;
    };
    if (decl->kind == KernelKind::stencil)
        call.constants = constants;
    else  // parameters that are numbers are not among them
        call.constants = Steady<std::vector<Constant>(const StageInputs&)>{constants};
    return call;
}

PointDef point_of(const Declared& decl, KernelCall call) {
    PointDef point;
    point.call = std::move(call);
    // No formula of a format takes a live parameter (match.cpp).
    point.infer = Steady<ImageFormat(const StageInputs&)>{
        [decl](const StageInputs& in) { return format_of(*decl, in, in.image()); }};
    point.alpha = always<AlphaLane(const Values&)>(decl->alpha);
    return point;
}

GatherDef stencil_of(const Declared& decl, KernelCall call) {
    GatherDef gather;
    gather.call = std::move(call);
    gather.infer = [decl](const StageInputs& in) { return format_of(*decl, in, in.image()); };
    gather.border = [decl](const Values&) { return Border{decl->border}; };
    if (decl->reach)
        gather.reach = [decl](const StageInputs& in) { return reach_of(*decl, in); };
    else
        gather.footprint = [decl](const StageInputs& in, const Area& of) {
            return footprint_of(*decl, in, of);
        };
    if (!decl->sampling.empty())
        gather.sampling = [decl](const Values& values) { return sampling_of(*decl, values); };
    return gather;
}

TableDef table_of(const Declared& decl, KernelCall call) {
    TableDef table;
    table.call = std::move(call);
    table.layout = [decl](const StageInputs& in) {
        TableLayout layout;
        layout.channels = in.table().channels;
        layout.fields = decl->fields;
        return layout;
    };
    table.observed = [fields = decl->output.fields](const Values&) { return fields; };
    return table;
}

// The image of a source: a format, and no pixels that are read.
ImageFormat blank_of(const KernelDeclaration& decl, const Values& values) {
    const StageInputs none{values, {}, {}};
    ImageFormat format = format_of(decl, none, {1, 1, 3, Pixel::u8});
    format.width = format.height = 1;
    return format;
}

class KernelStages {
public:
    KernelStages(Declared decl, std::shared_ptr<const std::string> text,
                 std::shared_ptr<const StageText> from)
        : decl_(std::move(decl)), text_(std::move(text)), from_(std::move(from)) {}

    std::vector<StageDef> all() const {
        StageDef stage = named(decl_->name, decl_->summary, decl_->inputs);
        stage.example = decl_->example;
        switch (decl_->kind) {
            case KernelKind::point: stage.of_kind = point_of(decl_, call_of(decl_, text_)); break;
            case KernelKind::stencil: stage.of_kind = stencil_of(decl_, call_of(decl_, text_)); break;
            case KernelKind::table: stage.of_kind = table_of(decl_, call_of(decl_, text_)); break;
            case KernelKind::reduce: return {reduce(std::move(stage)), table_part()};
            case KernelKind::source: return {source(std::move(stage)), pixels_part()};
        }
        return {std::move(stage)};
    }

private:
    StageDef named(const std::string& name, const std::string& summary, std::vector<PortDecl> inputs) const {
        StageDef stage;
        stage.name = name;
        stage.summary = summary;
        stage.inputs = std::move(inputs);
        stage.outputs = {decl_->output};
        stage.params = decl_->params;
        stage.read_from = from_;
        return stage;
    }
    StageDef part(const std::string& name, const std::string& summary, std::vector<PortDecl> inputs) const {
        StageDef stage = named(decl_->name + "_" + name, summary, std::move(inputs));
        stage.internal = true;
        return stage;
    }

    StageDef reduce(StageDef stage) const {
        CompositionDef composition;
        composition.expand = [decl = decl_](Expansion& e) {
            std::vector<std::optional<Expansion::Edge>> from;
            for (std::size_t port = 0; port < decl->inputs.size(); ++port) from.push_back(e.input(port));
            Expansion::Edge stats;
            try {
                stats = e.add("reduce", "stats", decl->measure, from);
            } catch (const Error& error) {
                throw Error(
                    error.kind(), error.where(),
                    error.message() + "; what is measured is declared in " + decl->place("measure").text());
            }
            e.output(e.add(decl->name + "_table", "table", e.inputs().values, {stats}));
        };
        stage.of_kind = std::move(composition);
        return stage;
    }
    StageDef table_part() const {
        const Value& quantities = decl_->measure.at("quantities");
        const auto* list = std::get_if<std::vector<std::string>>(&quantities);
        const std::vector<std::string> fields =
            list != nullptr ? *list : std::vector<std::string>{std::get<std::string>(quantities)};
        StageDef stage = part("table", "Makes a table of the statistics.",
                              {{"stats", "The statistics.", PortDecl::Type::table, false, fields}});
        stage.of_kind = table_of(decl_, call_of(decl_, text_));
        return stage;
    }

    StageDef source(StageDef stage) const {
        SourceDef source;
        source.open = [decl = decl_](const Values& values) { return blank_image(blank_of(*decl, values)); };
        source.expand = [decl = decl_](Expansion& e) {
            e.output(e.add(decl->name + "_pixels", "pixels", e.inputs().values, {e.input()}));
        };
        stage.of_kind = std::move(source);
        return stage;
    }
    StageDef pixels_part() const {
        StageDef stage = part("pixels", "Computes the image.",
                              {{"blank", "An image that is not read.", PortDecl::Type::image, false, {}}});
        GatherDef gather = stencil_of(decl_, call_of(decl_, text_));
        gather.footprint = [](const StageInputs&, const Area&) { return Area{{0, 1}, {0, 1}}; };
        stage.of_kind = std::move(gather);
        return stage;
    }

    Declared decl_;
    std::shared_ptr<const std::string> text_;
    std::shared_ptr<const StageText> from_;
};

// --- checks that need more than one line ------------------------------------------------------------

void check_formulas(const KernelDeclaration& decl, Diagnostics& faults) {
    Values standards;
    for (const ParamDecl& param : decl.params)
        standards[param.name] = !param.required                    ? param.standard
                                : param.type == ParamType::choice  ? Value(param.choices.front())
                                : param.type == ParamType::boolean ? Value(false)
                                : param.type == ParamType::integer
                                    ? Value(static_cast<std::int64_t>(param.low.value_or(1)))
                                    : Value(param.low.value_or(1));
    const bool image = decl.kind != KernelKind::source && decl.kind != KernelKind::table;
    const ImageFormat typical{640, 480, 3, Pixel::u8};
    const StageInputs inputs{standards, {image ? std::optional(typical) : std::nullopt}, {std::nullopt}};
    try {
        if (decl.reach) reach_of(decl, inputs);
        if (decl.region) footprint_of(decl, inputs, {{0, 8}, {0, 8}});
        format_of(decl, inputs, typical);
    } catch (const Error& error) {
        faults.error({}, "", error.message());
    }
    if (decl.sampling.empty() || from_name<Sampling>(decl.sampling)) return;
    const ParamDecl* param = decl.param(decl.sampling);
    const bool fits = param != nullptr && param->type == ParamType::choice &&
                      std::all_of(param->choices.begin(), param->choices.end(), [](const std::string& word) {
                          return from_name<Sampling>(word).has_value();
                      });
    if (!fits)
        faults.error(decl.place("sample"), "sample",
                     in_quotes(decl.sampling) +
                         " is not nearest, linear or cubic, nor a parameter with these choices");
}

// Arguments that are bound to images and Tables, and places.
std::set<std::string> inputs_of(const KernelDeclaration& decl) {
    std::set<std::string> names{"X", "Y"};
    for (const PortDecl& input : decl.inputs) {
        names.insert(input.name);
        names.insert(input.fields.begin(), input.fields.end());
    }
    return names;
}

// What the function of a Table may call: stats_min(row, channel).
std::set<std::string> accessors_of(const KernelDeclaration& decl) {
    std::set<std::string> names;
    const auto add = [&](const std::string& table, const std::vector<std::string>& fields) {
        for (const std::string& field : fields) names.insert(table + "_" + field);
    };
    if (decl.kind == KernelKind::reduce) {
        const auto at = decl.measure.find("quantities");
        if (at != decl.measure.end()) {
            if (const auto* list = std::get_if<std::vector<std::string>>(&at->second)) add("stats", *list);
            if (const auto* word = std::get_if<std::string>(&at->second)) add("stats", {*word});
        }
    }
    if (decl.kind == KernelKind::reduce || decl.kind == KernelKind::table)
        add(decl.output.name, decl.output.fields);
    if (decl.kind == KernelKind::table)
        for (const PortDecl& input : decl.inputs) add(input.name, input.fields);
    return names;
}

}  // namespace

std::vector<StageDef> read_kernel(const std::string& text, const TextPlace& at, const std::string& called,
                                  Diagnostics& faults) {
    Diagnostics found;
    const auto decl = std::make_shared<const KernelDeclaration>(read_declaration(text, at, found));
    std::vector<StageDef> stages;
    if (found.ok()) check_formulas(*decl, found);
    if (found.ok()) {
        const std::string file = decl->name + ".cl";
        Diagnostics in_text;
        match_function(*decl, text, in_text);
        std::string kernel = checked_kernel_text(text, file, accessors_of(*decl), in_text);
        if (decl->kind == KernelKind::stencil && in_text.ok())
            kernel = own_names(kernel, file, inputs_of(*decl));
        const auto checked = std::make_shared<const std::string>(std::move(kernel));
        for (const Diagnostic& fault : in_text) {
            Place place = fault.place;
            if (place.file == file) place = {at.file, place.line + at.lines_before, place.column};
            found.error(place, fault.subject, fault.message);
        }
        stages =
            KernelStages(decl, checked, std::make_shared<const StageText>(StageText{called, text})).all();
        for (const StageDef& stage : stages)
            for (const std::string& fault : declaration_faults(stage))
                if (found.ok()) found.error(decl->place("name"), stage.name, fault);
    }
    for (const Diagnostic& fault : in_text_order(found))
        faults.error(fault.place, fault.subject, fault.message);
    return found.ok() ? stages : std::vector<StageDef>();
}

std::vector<StageDef> stages_of_text(const std::string& text, const std::string& file) {
    Diagnostics faults;
    std::vector<StageDef> stages = read_kernel(text, {file}, "", faults);
    faults.throw_if_errors();
    return stages;
}

std::vector<StageDef> read_kernel_file(const std::filesystem::path& file, Diagnostics& faults) {
    std::vector<StageDef> stages = read_kernel(pipeline_text(file), {file.string()}, file.string(), faults);
    if (stages.empty() || file.stem() == stages[0].name) return stages;
    faults.error({file.string(), 1, 0}, stages[0].name,
                 "a kernel file is named as its stage; call it " + in_quotes(stages[0].name + ".cl"));
    return {};
}

std::vector<StageDef> stages_of_file(const std::filesystem::path& file) {
    Diagnostics faults;
    std::vector<StageDef> stages = read_kernel_file(file, faults);
    faults.throw_if_errors();
    return stages;
}

}  // namespace sluice
