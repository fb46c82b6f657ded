#include "tests/reference/background.hpp"

#include <array>
#include <string>
#include <utility>

namespace sluice::reference::stages {
namespace {

std::string wrong_box(const StageCall& call, const Table& table) {
    if (!call.image().exact) return "";
    if (table.rows() != call.image().format().layers) return "rows: " + std::to_string(table.rows());
    for (std::size_t layer = 0; layer < table.rows(); ++layer) {
        const Box box = box_of(call, layer);
        const std::array<std::pair<const char*, std::size_t>, 4> fields{
            {{"x", box.x}, {"y", box.y}, {"width", box.width}, {"height", box.height}}};
        for (const auto& [field, expected] : fields)
            if (table.integer(field, 0, layer) != static_cast<Int128>(expected))
                return std::string(field) + " in row " + std::to_string(layer) + ": " +
                       decimal(table.integer(field, 0, layer)) + ", expected " + std::to_string(expected);
    }
    return "";
}

}  // namespace

StageReference bounds() { return {.wrong_table = wrong_box}; }

}  // namespace sluice::reference::stages
