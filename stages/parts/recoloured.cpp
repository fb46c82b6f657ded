#include "io/colours.hpp"
#include "pipeline/core/base64.hpp"
#include "pipeline/graph/stage_builder.hpp"

namespace sluice::stages {
namespace {

struct Recoloured {
    Intent intent = Intent::relative;
};

// All pixel values of integers; of floats as many as of 16 bits. Of a table with three sides what is usual.
std::int64_t size_for(const ImageFormat& image, bool solid) {
    constexpr std::int64_t solid_size = 33, most = 65536;
    if (solid) return solid_size;
    return is_integer(image.pixel) ? static_cast<std::int64_t>(image.white_value()) + 1 : most;
}

std::vector<double> with_alpha(const std::array<double, 9>& m) {
    return {m[0], m[1], m[2], 0, 0, m[3], m[4], m[5], 0, 0, m[6], m[7], m[8], 0, 0, 0, 0, 0, 1, 0};
}

void expand(const Recoloured& p, Expansion& e) {
    using Way = ColourConversion::Way;
    const ImageFormat src = e.inputs().image();
    const auto& icc = src.profile->icc;
    const ColourConversion conversion(icc, p.intent);
    const bool solid = conversion.way() == Way::table;
    const std::int64_t size = size_for(src, solid);
    const std::string text = base64({reinterpret_cast<const char*>(icc.data()), icc.size()});
    const auto table = e.add("profile_table", "table",
                             {{"profile", text}, {"intent", value_of(p.intent)}, {"size", size}}, {});
    Expansion::Edge image = e.add("rescale", "real", {{"pixel", value_of(real_of(src.pixel))}}, {e.input()});
    image = e.add("cube", "looked_up", {{"size", size}, {"solid", solid}}, {image, table});
    if (conversion.way() == Way::matrix)
        image = e.add("mixed_colours", "light", {{"values", with_alpha(conversion.matrix())}}, {image});
    if (conversion.way() != Way::curve) image = e.add("curve", "encoded", {{"to", "encoded"}}, {image});
    if (e.format(image).space != Space::encoded)
        image = e.add("label", "label", {{"space", "encoded"}}, {image});
    e.output(e.add("rescale", "white",
                   {{"pixel", value_of(real_of(src.pixel))}, {"white", src.white_value()}}, {image}));
}

}  // namespace

// A part of convert. Its result is a real image, encoded, with the white of its source.
StageDef recoloured() {
    return composition<Recoloured>("recoloured", "Converts colours from the profile of the image to sRGB.")
        .internal()
        .image_in("src", "An image with a profile.")
        .image_out("dst", "The result.")
        .param("intent", &Recoloured::intent, "Rendering intent.")
        .expand(expand);
}

}  // namespace sluice::stages
