#include "stages/shared/file_fields.hpp"
#include "stages/shared/letters/lettering.hpp"
#include "stages/shared/outside.hpp"
#include "stages/shared/size.hpp"
#include "stages/shared/together.hpp"

#include <cmath>

namespace sluice::stages {
namespace {

struct Montage {
    std::optional<std::int64_t> columns;
    Size size{200, 200};
    std::int64_t gap = 10;
    Color background{Colour(Value(std::string("white")))};
    std::string labels;
    double label_size = 14;
    Color color{Colour(Value(std::string("black")))};
    std::string font = "auto";
};

std::string label_of(const Montage& p, const StageInputs& inputs, std::size_t port) {
    return FileFields(p.labels, inputs.origin(port)).text;
}

bool has_labels(const Montage& p) { return p.labels != "none"; }

// Room for one line below a tile.
std::size_t label_height(const Montage& p) {
    return !has_labels(p) ? 0 : static_cast<std::size_t>(std::ceil(p.label_size * 1.5));
}

std::size_t columns_for(const Montage& p, std::size_t images) {
    const auto even = static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(images))));
    return std::min(images, p.columns ? static_cast<std::size_t>(*p.columns) : even);
}

// Adds the stages that make the sheet.
class Sheet {
public:
    Sheet(const Montage& p, Expansion& e) : p_(p), e_(e), background_(p.background->written()) {}

    void add() {
        std::vector<Expansion::Edge> tiles;
        std::vector<std::string> labels;
        for (std::size_t port = 0; port < e_.inputs().images.size(); ++port)
            if (const auto image = e_.input(port)) {
                tiles.push_back(shrunk(*image, tiles.size()));
                labels.push_back(label_of(p_, e_.inputs(), port));
            }
        tiles = in_common_format(e_, tiles);
        for (std::size_t i = 0; i < tiles.size(); ++i) tiles[i] = labelled(tiles[i], labels[i], i);
        const std::size_t columns = columns_for(p_, tiles.size());
        std::vector<Expansion::Edge> rows;
        for (std::size_t first = 0; first < tiles.size(); first += columns) {
            const auto begin = tiles.begin() + static_cast<std::ptrdiff_t>(first);
            const auto count = static_cast<std::ptrdiff_t>(std::min(columns, tiles.size() - first));
            rows.push_back(
                joined({begin, begin + count}, "horizontal", "row_" + std::to_string(rows.size() + 1)));
        }
        Expansion::Edge sheet = joined(rows, "vertical", "rows");
        if (p_.gap > 0)
            sheet = e_.add("pad", "border",
                           {{"left", p_.gap},
                            {"top", p_.gap},
                            {"right", p_.gap},
                            {"bottom", p_.gap},
                            {"color", background_}},
                           {sheet});
        e_.output(sheet);
    }

private:
    Expansion::Edge shrunk(Expansion::Edge image, std::size_t i) {
        return e_.add("resize", "tile_" + std::to_string(i + 1),
                      {{"width", value_of(p_.size.width)},
                       {"height", value_of(p_.size.height)},
                       {"fit", "inside"},
                       {"when", "shrink"}},
                      {image});
    }

    Expansion::Edge labelled(Expansion::Edge tile, const std::string& label, std::size_t i) {
        const std::string number = std::to_string(i + 1);
        tile = padded(tile, p_.size, "centre", "centred_" + number);
        if (!has_labels(p_)) return tile;
        tile = padded(tile, {p_.size.width, p_.size.height + label_height(p_)}, "north", "space_" + number);
        return e_.add("text", "label_" + number,
                      {{"text", without_fields(label)},
                       {"size", p_.label_size},
                       {"font", p_.font},
                       {"color", p_.color->written()},
                       {"gravity", "south"},
                       {"margin", std::int64_t{0}}},
                      {tile});
    }

    Expansion::Edge padded(Expansion::Edge image, const Size& size, const char* gravity,
                           const std::string& name) {
        return e_.add("pad", name, {{"size", value_of(size)}, {"gravity", gravity}, {"color", background_}},
                      {image});
    }

    Expansion::Edge joined(const std::vector<Expansion::Edge>& images, const char* direction,
                           const std::string& name) {
        if (images.size() == 1) return images.front();
        const Values how{{"direction", direction}, {"gap", p_.gap}, {"color", background_}};
        return e_.add("join", name, how, {images.begin(), images.end()});
    }

    const Montage& p_;
    Expansion& e_;
    Value background_;
};

void expand(const Montage& p, Expansion& e) { Sheet(p, e).add(); }

std::string against(const Montage& p, const StageInputs& inputs) {
    const std::vector<ImageFormat> images = formats_of(inputs);
    if (const std::string fault = cannot_meet(images); !fault.empty()) return fault;
    ImageFormat sheet = common_format(images);
    const std::size_t columns = columns_for(p, images.size()), gap = static_cast<std::size_t>(p.gap);
    sheet.width = columns * (p.size.width + gap) + gap;
    sheet.height = (images.size() + columns - 1) / columns * (p.size.height + label_height(p) + gap) + gap;
    if (std::max(sheet.width, sheet.height) > largest_side)
        return "would make a sheet of " + Size{sheet.width, sheet.height}.text() + " pixels; a side has " +
               std::to_string(largest_side) + " at most";
    for (std::size_t port = 0; port < inputs.images.size() && has_labels(p); ++port) {
        if (!inputs.images[port]) continue;
        const FileFields label(p.labels, inputs.origin(port));
        if (!label.fault.empty()) return label.fault;
        try {
            lettering(label.text, {p.font, p.label_size});
        } catch (const Error& error) {
            return error.message().text();
        }
    }
    if (const std::string fault = wrong_color(p.background, sheet); !fault.empty()) return fault;
    return !has_labels(p) ? "" : wrong_color(p.color, sheet);
}

}  // namespace

StageDef montage() {
    return composition<Montage>("montage", "Puts images on one sheet as thumbnails, with labels if you like.")
        .also({{"contact_sheet", "columns=4"}, {"arrayjoin", "columns=4"}, {"tile", "columns=4"}})
        .images_in(
            "image",
            "Image. Larger ones are shrunk to fit their tile. The sheet is in colour if one of the "
            "images is, has alpha if one of them has, and has a pixel type that holds the values of all.",
            1, most_together)
        .image_out("dst", "The sheet.")
        .example("columns=2 size=96 gap=6")
        .param("columns", &Montage::columns, "Tiles in a row. auto: as many as there are rows, or one more.",
               range(1, most_together), keyword("auto"))
        .param("size", &Montage::size, "Width and height of a tile, or one number for both.")
        .param("gap", &Montage::gap, "Space between tiles and around the sheet.", range(0, 1000), unit("px"))
        .param("background", &Montage::background, "Colour of the sheet.", count(1, 4))
        .param("labels", &Montage::labels,
               std::string("Text below each tile. What is wider than a tile is cut off. ") + file_fields_doc,
               keyword("none"), such_as{"{stem}", "proof"})
        .param("label_size", &Montage::label_size, "Font size of labels.", range(1, 500), unit("px"))
        .param("color", &Montage::color, "Colour of labels.", count(1, 4))
        .param("font", &Montage::font, "Font of labels, as in text.")
        .reads_profile([](const Montage&) { return true; })
        .reads_origin([](const Montage& p) { return FileFields(p.labels).any; })
        .check([](const Montage& p) { return wrong_fields("labels", p.labels); })
        .refuse(against)
        .expand(expand);
}

}  // namespace sluice::stages
