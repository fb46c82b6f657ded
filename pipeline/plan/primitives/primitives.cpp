#include "pipeline/plan/primitives/primitives.hpp"

#include "pipeline/plan/primitives/interleaved.hpp"

#include <algorithm>
#include <utility>
#include <variant>

namespace sluice {

std::optional<ImageFormat> Primitive::pixels() const {
    return format && interleaved > 1 ? of_pixels(*format, interleaved) : format;
}

bool Primitive::is_given() const {
    const auto* table = stage->as<TableDef>();
    return table != nullptr && table->given != nullptr;
}

std::string Primitive::warning() const {
    return std::visit(
        [](const auto& def) -> std::string {
            if constexpr (requires { def.warning; })
                return def.warning;
            else
                return "";
        },
        stage->of_kind);
}

Table Primitives::given_table(const Primitive& node) const {
    if (node.contents) return *node.contents;
    Table table(*node.layout);
    node.stage->as<TableDef>()->given(inputs_of(node), table);
    return table;
}

std::vector<std::vector<std::size_t>> Primitives::users() const {
    std::vector<std::vector<std::size_t>> users(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        for (const auto& input : nodes[i].inputs)
            if (input) users[*input].push_back(i);
        for (const std::size_t point : nodes[i].chain) users[point].push_back(i);
    }
    return users;
}

void Primitives::insert(std::size_t at, Primitive node) {
    const auto move = [at](std::size_t& i) { i += i >= at ? 1 : 0; };
    for (Primitive& other : nodes) {
        for (auto& input : other.inputs)
            if (input) move(*input);
        for (std::size_t& point : other.chain) move(point);
    }
    for (auto& [name, i] : names) move(i);
    nodes.insert(nodes.begin() + static_cast<std::ptrdiff_t>(at), std::move(node));
}

StageInputs Primitives::inputs_of(const Primitive& node) const {
    StageInputs inputs{node.values, {}, {}};
    for (const auto& input : node.inputs) {
        inputs.images.push_back(input ? nodes[*input].pixels() : std::nullopt);
        inputs.tables.push_back(input ? nodes[*input].layout : std::nullopt);
        inputs.origins.push_back(input ? nodes[*input].origin : "");
    }
    return inputs;
}

bool Primitives::makes_image(std::size_t i) const {
    return nodes[i].is(Kind::point) || nodes[i].is(Kind::gather);
}

bool Primitives::in_double(std::size_t i) const {
    const auto wide = [](const std::optional<ImageFormat>& format) {
        return format && (format->pixel == Pixel::f64 || format->pixel == Pixel::i32);
    };
    const Primitive& node = nodes[i];
    if (node.is(Kind::table))
        return !node.layout->pairs &&
               std::any_of(node.layout->fields.begin(), node.layout->fields.end(), [](const Field& field) {
                   return is_real(field.type) && field.type != FieldType::f32;
               });
    return wide(node.format) || std::any_of(node.inputs.begin(), node.inputs.end(), [&](const auto& input) {
               return input && wide(nodes[*input].format);
           });
}

}  // namespace sluice
