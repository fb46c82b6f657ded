#include "stages/shared/crop_boxes.hpp"

#include <cstring>
#include <variant>

namespace sluice::stages {
namespace {

struct GivenBoxes {
    std::vector<double> boxes;
    std::size_t most = 1, width = 1, height = 1;
};

// Values are taken as they are: GivenBoxes would copy the list.
void fill(const StageInputs& inputs, Table& table) {
    const auto number = [&](const char* name) {
        return static_cast<std::size_t>(std::get<std::int64_t>(inputs.values.at(name)));
    };
    const auto& boxes = std::get<std::vector<double>>(inputs.values.at("boxes"));
    const std::string wrong = wrong_boxes(boxes, number("most"));
    if (!wrong.empty()) throw Error(Error::Kind::usage, "", wrong);
    const std::size_t width = number("width"), height = number("height");
    for (std::size_t i = 0; i < boxes.size() / box_numbers; ++i) {
        const double* const box = boxes.data() + box_numbers * i;
        const std::int64_t across = box_place(box[2]), down = box_place(box[3]);
        if (across == 0 || down == 0) continue;
        const auto columns = crop_line(box_place(box[0]), across, width);
        const auto rows = crop_line(box_place(box[1]), down, height);
        const std::int64_t place[] = {columns[0], columns[1], rows[0], rows[1]};
        std::memcpy(table.data() + i * sizeof place, place, sizeof place);
    }
}

}  // namespace

// A part of crops.
StageDef given_boxes() {
    return table_stage<GivenBoxes>("given_boxes", "Provides the places of the boxes of a list.")
        .internal()
        .table_out("places", "Where the pixels of each crop lie.", {"place"})
        .param("boxes", &GivenBoxes::boxes, "x, y, width and height of each box.", unit("px"))
        .param("most", &GivenBoxes::most, "Crops.", range(1, most_crops))
        .param("width", &GivenBoxes::width, "Size of a crop.", at_least(1), unit("px"))
        .param("height", &GivenBoxes::height, "Size of a crop.", at_least(1), unit("px"))
        .own_rows()
        .layout([](const GivenBoxes& p, const StageInputs&) { return crop_places(p.most); })
        .given(fill);
}

}  // namespace sluice::stages
