// By the references of the stages that it is made of. Images of no file have no label but what is written.
#include "stages/shared/file_fields.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"
#include "tests/reference/stages/join.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

class Sheet {
public:
    explicit Sheet(const StageCall& call) : call_(call) {
        const std::vector<double> size = numbers_of(call.values, "size").value();
        width_ = size.front();
        height_ = size.back();
    }

    Bounded all() const {
        std::vector<Bounded> tiles;
        for (const Bounded* image : call_.images)
            if (image != nullptr) tiles.push_back(shrunk(*image));
        const ImageFormat format = format_in_common(pointers(tiles));
        for (Bounded& tile : tiles) tile = labelled(in_format_of(tile, format));
        const double even = std::ceil(std::sqrt(static_cast<double>(tiles.size())));
        const auto columns = static_cast<std::size_t>(number_of(call_.values, "columns").value_or(even));
        std::vector<Bounded> rows;
        for (std::size_t first = 0; first < tiles.size(); first += columns) {
            const auto at = [&](std::size_t i) {
                return tiles.begin() + static_cast<std::ptrdiff_t>(std::min(i, tiles.size()));
            };
            rows.push_back(joined({at(first), at(first + columns)}, "horizontal"));
        }
        const Value gap = call_.values.at("gap");
        return expected_within(
            "pad", {{"left", gap}, {"top", gap}, {"right", gap}, {"bottom", gap}, {"color", background()}},
            joined(rows, "vertical"));
    }

private:
    const Value& background() const { return call_.values.at("background"); }

    static std::vector<const Bounded*> pointers(const std::vector<Bounded>& images) {
        std::vector<const Bounded*> pointers;
        for (const Bounded& image : images) pointers.push_back(&image);
        return pointers;
    }

    Bounded shrunk(const Bounded& image) const {
        return expected_within("resize",
                               {{"width", static_cast<std::int64_t>(width_)},
                                {"height", static_cast<std::int64_t>(height_)},
                                {"fit", "inside"},
                                {"when", "shrink"}},
                               image);
    }

    Bounded labelled(const Bounded& tile) const {
        const Bounded centred = expected_within(
            "pad",
            {{"size", std::vector<double>{width_, height_}}, {"gravity", "centre"}, {"color", background()}},
            tile);
        const std::string label = word_of(call_.values, "labels");
        if (label == "none") return centred;
        const double room = std::ceil(call_.number("label_size") * 1.5);
        const Bounded high = expected_within("pad",
                                             {{"size", std::vector<double>{width_, height_ + room}},
                                              {"gravity", "north"},
                                              {"color", background()}},
                                             centred);
        return expected_within("text",
                               {{"text", label},
                                {"size", call_.values.at("label_size")},
                                {"font", call_.values.at("font")},
                                {"color", call_.values.at("color")},
                                {"gravity", "south"},
                                {"margin", std::int64_t{0}}},
                               high);
    }

    Bounded joined(const std::vector<Bounded>& images, const char* direction) const {
        if (images.size() == 1) return images.front();
        return expected_of_all(
            "join", {{"direction", direction}, {"gap", call_.values.at("gap")}, {"color", background()}},
            pointers(images));
    }

    const StageCall& call_;
    double width_, height_;
};

}  // namespace

StageReference montage() {
    return {.image = [](const StageCall& call) -> StageResult { return {Sheet(call).all()}; }};
}

}  // namespace sluice::reference::stages
