#include "io/colours.hpp"
#include "pipeline/core/base64.hpp"
#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct ProfileTable {
    std::string profile;
    Intent intent = Intent::relative;
    std::size_t size = 2;

    ColourConversion conversion() const {
        const std::string icc = from_base64(profile).value_or("");
        return {Bytes(reinterpret_cast<const std::uint8_t*>(icc.data()), icc.size()), intent};
    }
};

bool is_solid(const ColourConversion& conversion) { return conversion.way() == ColourConversion::Way::table; }

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
    conversion.is_grey() ? conversion.convert(from, to) : conversion.light(from, to);
    return to;
}

}  // namespace

// A part of recoloured.
StageDef profile_table() {
    return table_stage<ProfileTable>("profile_table", "Samples a colour profile.")
        .internal()
        .table_out("table", "The colours, as in cube_table: for grey the results, otherwise linear light.",
                   {"value"})
        .param("profile", &ProfileTable::profile, "The bytes of the profile, in base64.")
        .param("intent", &ProfileTable::intent, "Rendering intent.")
        .param("size", &ProfileTable::size, "Entries along a side of the table.", range(2, 65536))
        .layout([](const ProfileTable& p, const StageInputs&) {
            const ColourConversion conversion = p.conversion();
            TableLayout layout;
            layout.channels = {"R", "G", "B"};
            if (conversion.is_grey()) layout.channels = {"joint"};
            const std::size_t count = is_solid(conversion) ? p.size * p.size * p.size : p.size;
            layout.fields = {{"value", FieldType::f32, true, count}};
            return layout;
        })
        .given([](const ProfileTable& p, const StageInputs&, Table& table) {
            const std::vector<double> values = filled(p.conversion(), p.size);
            const std::size_t channels = table.layout().channels.size();
            for (std::size_t i = 0; i < values.size(); ++i)
                table.set("value", i % channels, 0, i / channels, values[i]);
        });
}

}  // namespace sluice::stages
