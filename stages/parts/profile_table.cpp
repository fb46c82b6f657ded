#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/profile.hpp"

namespace sluice::stages {
namespace {

struct ProfileTable {
    std::string of, to;
    Intent intent = Intent::relative;
    std::size_t size = 2;
    bool encodes = false;

    ColourConversion conversion() const { return {icc_of_text(of), icc_of_text(to), intent}; }
};

// The pixel values of evenly spaced square roots of light.
std::vector<double> encodings(const ColourConversion& conversion, std::size_t size) {
    std::vector<double> light;
    for (std::size_t i = 0; i < size; ++i) {
        const double root = static_cast<double>(i) / static_cast<double>(size - 1);
        light.insert(light.end(), 3, root * root);
    }
    std::vector<double> to(light.size());
    conversion.encode(light, to);
    return to;
}

// All colours of a table with three sides, or what each channel becomes, as three numbers.
std::vector<double> filled(const ColourConversion& conversion, std::size_t size) {
    std::vector<double> from;
    const auto at = [&](std::size_t i) {
        return static_cast<double>(i % size) / static_cast<double>(size - 1);
    };
    if (is_solid(conversion)) {
        for (std::size_t i = 0; i < size * size * size; ++i)
            from.insert(from.end(), {at(i), at(i / size), at(i / size / size)});
    } else {
        for (std::size_t i = 0; i < size; ++i) from.insert(from.end(), conversion.is_grey() ? 1 : 3, at(i));
    }
    std::vector<double> to(from.size());
    using Way = ColourConversion::Way;
    const bool whole = conversion.way() == Way::curve || conversion.way() == Way::whole;
    whole ? conversion.convert(from, to) : conversion.light(from, to);
    return to;
}

}  // namespace

// A part of recoloured.
StageDef profile_table() {
    return table_stage<ProfileTable>("profile_table", "Samples a conversion between colour profiles.")
        .internal()
        .table_out("table", "The colours, as in cube_table: the results, or linear light on the way to them.",
                   {"value"})
        .param("of", &ProfileTable::of, "The bytes of the profile of the image, in base64.")
        .param("to", &ProfileTable::to, "The bytes of the profile of the result.")
        .param("intent", &ProfileTable::intent, "Rendering intent.")
        .param("size", &ProfileTable::size, "Entries along a side of the table.", range(2, 65536))
        .param("encodes", &ProfileTable::encodes,
               "The table leads from the square roots of linear light to the results.")
        .layout([](const ProfileTable& p, const StageInputs&) {
            const ColourConversion conversion = p.conversion();
            TableLayout layout;
            layout.channels = {"R", "G", "B"};
            if (conversion.is_grey()) layout.channels = {"joint"};
            const bool solid = is_solid(conversion) && !p.encodes;
            const std::size_t count = solid ? p.size * p.size * p.size : p.size;
            layout.fields = {{"value", FieldType::f32, true, count}};
            return layout;
        })
        .given([](const ProfileTable& p, const StageInputs&, Table& table) {
            const std::vector<double> values =
                p.encodes ? encodings(p.conversion(), p.size) : filled(p.conversion(), p.size);
            const std::size_t channels = table.layout().channels.size();
            for (std::size_t i = 0; i < values.size(); ++i)
                table.set("value", i % channels, 0, i / channels, values[i]);
        });
}

}  // namespace sluice::stages
