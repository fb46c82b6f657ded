#include "pipeline/plan/code/point_code.hpp"

#include "pipeline/plan/code/pixel_code.hpp"
#include "pipeline/plan/primitives/function.hpp"
#include "pipeline/plan/primitives/numbers.hpp"
#include "pipeline/plan/text.hpp"

#include <string_view>

namespace sluice {

// The Table at a port, from its layer's first row on: for functions that take a TABLE, of one field. "" when
// there is no such port.
std::string PointCode::whole_table(std::size_t point, const std::string& port) {
    const Primitive& n = node(point);
    for (std::size_t k = 0; k < n.inputs.size(); ++k) {
        if (n.stage->inputs[k].name != port || !n.inputs[k] || !node(*n.inputs[k]).layout) continue;
        if (in_text_) return cat("(__constant uchar *)", program_.table_in_text(*n.inputs[k]));
        const TableLayout& layout = *node(*n.inputs[k]).layout;
        const std::string table = program_.table(*n.inputs[k]);
        const std::size_t tiles = layout.tiles ? layout.tiles->count() : 1;
        const std::size_t of_layer =
            layout.length(layout.fields.at(0)) / (layout.rows / tiles) * bytes(layout.fields[0].type);
        return layout.rows > tiles ? cat("(TABLE)(", table, " + (size_t)layer * ", of_layer, ")")
                                   : cat("(TABLE)", table);
    }
    return "";
}

// A field of one of the stage's Tables as a V, every channel in its lane; "" when no Table has it.
std::string PointCode::from_table(std::size_t point, const std::string& field) {
    for (std::size_t port = 0; port < node(point).inputs.size(); ++port) {
        const auto& input = node(point).inputs[port];
        if (!input || !node(*input).layout || node(*input).layout->find(field) == nullptr) continue;
        const TableLayout& layout = *node(*input).layout;
        const std::string prefix = program_.table(*input);
        const bool alpha = layout.channels.back() == "A" && layout.channels.size() > 1;
        const std::size_t colors =
            layout.channels.size() - (alpha ? 1 : 0);  // one for all, two of data, or three
        const auto at = [&](std::size_t c) {
            return cat("(REAL)", prefix, "_", field, layout.rows > 1 ? "(layer, " : "(0, ", c, ")");
        };
        const std::string name = cat("n", program_.numbers(point), "_", field);
        const std::string line =
            cat("    const V ", name, " = CHANNELS(", at(0), ", ", at(colors > 1 ? 1 : 0), ", ",
                at(colors > 1 ? colors - 1 : 0), ", ", at(alpha ? colors : 0), ");\n");
        if (before_.find(line) == std::string::npos) before_ += line;  // filling a tile may need it too
        return name;
    }
    return "";
}

// The values of the images that a stage takes as that list.
std::vector<std::string> PointCode::images_of_list(std::size_t point, const std::string& list) const {
    const Primitive& n = node(point);
    std::vector<std::string> values;
    for (std::size_t port = 0; port < n.inputs.size(); ++port)
        if (n.inputs[port] && n.stage->inputs[port].list == list)
            values.push_back(cat("v", program_.numbers(*n.inputs[port])));
    return values;
}

std::string PointCode::argument(std::size_t point, const Signature& function, const Argument& argument) {
    const Primitive& n = node(point);
    if (argument.type == "LIST") return cat("n", program_.numbers(point), "_", argument.name);
    constexpr std::string_view counts = "_count";
    if (argument.type == "int" && argument.name.ends_with(counts)) {
        const auto images =
            images_of_list(point, argument.name.substr(0, argument.name.size() - counts.size()));
        if (!images.empty()) return std::to_string(images.size());
    }
    for (std::size_t port = 0; port < n.inputs.size(); ++port) {  // an image port by its name
        const bool place = argument.name == "X" || argument.name == "Y";
        const bool first = port == 0 && !place && &argument == &function.arguments.front();
        if ((first || n.stage->inputs[port].name == argument.name) && n.inputs[port] &&
            node(*n.inputs[port]).format)
            return cat("v", program_.numbers(*n.inputs[port]));
    }
    if (argument.type == "TABLE") {
        const std::string table = whole_table(point, argument.name);
        if (!table.empty()) return table;
    }
    if (argument.type == "V") {
        const std::string field = from_table(point, argument.name);
        if (!field.empty()) return field;
    }
    if (argument.name == "X" || argument.name == "Y") {
        const std::string& place = argument.name == "X" ? place_.column : place_.row;
        if (argument.type == "VI") return cat("(", place, ")");
        if (argument.type == "V") return cat("CONVERT(REAL, ", place, ")");
    }
    const std::optional<double> number = number_of(graph_, point, argument.name);
    if (!number)
        throw Error(Error::Kind::usage, "",
                    cat(function.file, ":", function.line, ": argument ", argument.name, " of ",
                        function.name, " is no port, field, constant or parameter of stage ", n.stage->name));
    if (in_text_ && argument.type == "int") return number_text(*number);
    // Whites are of formats, which no live value changes. That of real images is 1 unless somebody says
    // otherwise: a compiler leaves out what multiplies and divides by it.
    const bool white = argument.name == "white" || argument.name.starts_with("white_");
    if (white && *number == 1 && argument.type == "REAL") return "(REAL)1";
    const std::string name = cat("n", program_.numbers(point), "_", argument.name);
    const std::string type = argument.type == "V" ? "REAL" : argument.type;
    program_.parameters.number(type, name, graph_, point, argument.name, program_.shape.doubles);
    return argument.type == "V" ? cat("(V)(", name, ")") : name;
}

std::string PointCode::call(std::size_t of, const std::string& name, const Signature& function,
                            const std::string& src) {
    std::string text = cat(name, "(");
    for (const Argument& a : function.arguments)
        text += cat(&a == &function.arguments.front() ? "" : ", ",
                    a.type == "SRC" && !src.empty() ? src : argument(of, function, a));
    return text + ")";
}

// The lists of images that a Point's function takes.
std::string PointCode::lists(std::size_t point) {
    std::string text;
    for (const Argument& argument : stage_function(graph_, node(point)).arguments) {
        if (argument.type != "LIST") continue;
        std::string values;
        for (const std::string& value : images_of_list(point, argument.name))
            values += (values.empty() ? "" : ", ") + value;
        text += cat("const V n", program_.numbers(point), "_", argument.name, "[] = {", values, "}; ");
    }
    return text;
}

// The value of a Point: its function, the alpha that it keeps, and its own pixel type's rounding.
std::string PointCode::value(std::size_t point, bool stored_only) {
    const Primitive& n = node(point);
    const Signature function = stage_function(graph_, n);
    program_.source.include(function.file, function.text);
    std::string value = call(point, function.name, function, "");

    const std::size_t src = n.inputs.at(0).value();
    const ImageFormat& from = node(src).format.value();
    const ImageFormat& to = n.format.value();
    const bool keeps = n.stage->as<PointDef>()->alpha(n.values) == AlphaLane::keep;
    if (keeps && from.has_alpha() && to.has_alpha()) {
        const auto whole_sign = [](const ImageFormat& f) {
            return is_integer(f.pixel) && is_signed(f.pixel);
        };
        const double scale = whole_sign(from) || whole_sign(to) ? 1 : to.white_value() / from.white_value();
        const std::string v = cat("v", program_.numbers(src));
        const std::string kept = scale == 1 ? v : cat(v, " * (REAL)", number_text(scale));
        value = cat("ALPHA_LANES ? ", kept, " : ", value);
    }
    return rounded(value, to, program_.shape, stored_only);
}

std::string PointCode::statements(std::size_t point, bool stored_only) {
    // One after the other: compilers differ in which argument of a call they evaluate first, and the text,
    // which is the key of a compiled kernel, is not to differ with them.
    const std::string made = value(point, stored_only), variable = cat("v", program_.numbers(point));
    return cat(lists(point), "const V ", variable, " = ", made, ";\n");
}

}  // namespace sluice
