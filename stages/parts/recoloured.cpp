#include "pipeline/graph/stage_builder.hpp"
#include "stages/shared/profile.hpp"

namespace sluice::stages {
namespace {

struct Recoloured {
    std::string to;
    Intent intent = Intent::relative;
};

// All pixel values of integers; of floats as many as of 16 bits. Of tables with three sides what is usual;
// more where it meets the table of another profile.
std::int64_t size_for(const ImageFormat& image, ColourConversion::Way way) {
    constexpr std::int64_t most = 65536;
    if (way == ColourConversion::Way::table) return 33;
    if (way == ColourConversion::Way::whole) return 49;
    return is_integer(image.pixel) ? static_cast<std::int64_t>(image.white_value()) + 1 : most;
}

// Values lie closer together near black, as eyes and curves have it.
std::int64_t size_of_encoding(const ImageFormat& image) {
    constexpr std::int64_t of_integers = 4096, of_floats = 65536;
    return is_integer(image.pixel) ? of_integers : of_floats;
}

std::vector<double> with_alpha(const Matrix3& m) {
    return {m[0], m[1], m[2], 0, 0, m[3], m[4], m[5], 0, 0, m[6], m[7], m[8], 0, 0, 0, 0, 0, 1, 0};
}

void expand(const Recoloured& p, Expansion& e) {
    using Way = ColourConversion::Way;
    const ImageFormat src = e.inputs().image();
    const std::vector<std::uint8_t> from = profile_of(src).icc;
    const ColourConversion conversion(from, icc_of_text(p.to), p.intent);
    const Way way = conversion.way();
    const bool solid = is_solid(conversion);
    const Values profiles{{"of", text_of_icc(from)}, {"to", p.to}, {"intent", value_of(p.intent)}};
    const auto looked_up = [&](const std::string& id, Expansion::Edge image, std::int64_t size,
                               bool encodes) {
        Values of_table = profiles;
        of_table["size"] = size;
        of_table["encodes"] = encodes;
        const auto table = e.add("profile_table", id + "_table", of_table, {});
        return e.add("cube", id, {{"size", size}, {"solid", solid && !encodes}, {"squared", encodes}},
                     {image, table});
    };
    Expansion::Edge image = e.add("rescale", "real", {{"pixel", value_of(real_of(src.pixel))}}, {e.input()});
    // Without a profile, linear values are the light of sRGB.
    const bool is_light = !src.profile && src.space == Space::linear;
    if (is_light && way != Way::matrix) image = e.add("curve", "srgb", {{"to", "encoded"}}, {image});
    if (!is_light || way != Way::matrix) image = looked_up("looked_up", image, size_for(src, way), false);
    if (way == Way::matrix)
        image = e.add("mixed_colours", "light", {{"values", with_alpha(conversion.matrix())}}, {image});
    if ((way == Way::matrix || way == Way::table) && conversion.encodes_as_srgb())
        image = e.add("curve", "encoded", {{"to", "encoded"}}, {image});
    else if (way == Way::matrix || way == Way::table)
        image = looked_up("encoded", image, size_of_encoding(src), true);
    if (e.format(image).space != Space::encoded)
        image = e.add("meaning", "label", {{"space", "encoded"}}, {image});
    e.output(e.add("rescale", "white",
                   {{"pixel", value_of(real_of(src.pixel))}, {"white", src.white_value()}}, {image}));
}

}  // namespace

// A part of convert. Its result is a real image, encoded, with the white of its source.
StageDef recoloured() {
    return composition<Recoloured>("recoloured", "Converts colours from the profile of the image to another.")
        .internal()
        .image_in("src", "An image. Without a profile it is sRGB.")
        .image_out("dst", "The result.")
        .param("to", &Recoloured::to, "The bytes of the other profile, in base64.")
        .param("intent", &Recoloured::intent, "Rendering intent.")
        .expand(expand);
}

}  // namespace sluice::stages
