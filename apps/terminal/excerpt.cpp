#include "apps/terminal/excerpt.hpp"

#include "pipeline/core/message.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>
#include <vector>

namespace sluice::apps {
namespace {

constexpr std::string_view gutter = "  ";
constexpr std::string_view cut = "...";

struct Spot {
    std::size_t line = 0, column = 0;  // from 1
};

std::optional<std::size_t> take_number(std::string_view& text) {
    std::size_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end == text.data() + text.size() || *end != ':') return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    return number;
}

// Of "chain:1:10: ...".
std::optional<Spot> spot_of(std::string_view fault) {
    constexpr std::string_view begin = "chain:";
    if (!fault.starts_with(begin)) return std::nullopt;
    fault.remove_prefix(begin.size());
    const auto line = take_number(fault);
    const auto column = line ? take_number(fault) : std::nullopt;
    if (!column || *line == 0 || *column == 0) return std::nullopt;
    return Spot{*line, *column};
}

unsigned code_of(std::string_view character) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(character[i]); };
    if (character.size() == 1) return byte(0);
    unsigned code = byte(0) & (0xFFu >> (character.size() + 1));
    for (std::size_t i = 1; i < character.size(); ++i) code = code << 6 | (byte(i) & 0x3Fu);
    return code;
}

// Columns of a terminal: none for marks that stand on the letter before, two for the scripts of East Asia and
// for emoji.
std::size_t width_of(unsigned code) {
    constexpr std::pair<unsigned, unsigned> none[] = {
        {0x300, 0x36F}, {0x200B, 0x200F}, {0x20D0, 0x20FF}, {0xFE00, 0xFE0F}, {0xFE20, 0xFE2F}};
    constexpr std::pair<unsigned, unsigned> two[] = {
        {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0xA4CF},   {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF},   {0xFE30, 0xFE6F},   {0xFF00, 0xFF60},   {0xFFE0, 0xFFE6},
        {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF}, {0x20000, 0x3FFFD}};
    const auto within = [code](const auto& range) { return code >= range.first && code <= range.second; };
    if (std::any_of(std::begin(none), std::end(none), within)) return 0;
    return std::any_of(std::begin(two), std::end(two), within) ? 2 : 1;
}

// What stands for one character of the chain on the screen.
struct Cell {
    std::string text;
    std::size_t width;
    bool counts;  // whether it is a column of the chain, which counts characters: no byte within one
};

std::vector<Cell> cells_of(std::string_view line) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::vector<Cell> cells;
    while (!line.empty()) {
        const std::size_t length = utf8_character(line);
        const auto first = static_cast<unsigned char>(line[0]);
        if (length == 0 || (first < 0x20 && first != '\t') || first == 0x7F)
            cells.push_back(
                {{'\\', 'x', digits[first >> 4], digits[first & 15]}, 4, (first & 0xC0u) != 0x80u});
        else if (first == '\t')
            cells.push_back({" ", 1, true});
        else
            cells.push_back(
                {std::string(line.substr(0, length)), width_of(code_of(line.substr(0, length))), true});
        line.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return cells;
}

std::string_view line_of(std::string_view chain, std::size_t number) {
    for (; number > 1; --number) {
        const std::size_t end = chain.find('\n');
        if (end == std::string_view::npos) return "";
        chain.remove_prefix(end + 1);
    }
    std::string_view line = chain.substr(0, chain.find('\n'));
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
}

std::size_t width_of(const std::vector<Cell>& cells, std::size_t begin, std::size_t end) {
    std::size_t width = 0;
    for (std::size_t i = begin; i < end; ++i) width += cells[i].width;
    return width;
}

std::string excerpt(std::string_view chain, const Spot& spot, std::size_t columns) {
    const std::vector<Cell> cells = cells_of(line_of(chain, spot.line));
    std::size_t at = 0;  // the cell at the caret
    for (std::size_t column = 0; at < cells.size(); ++at)
        if (cells[at].counts && ++column == spot.column) break;

    const std::size_t room = std::max<std::size_t>(columns, 20) - gutter.size();
    std::size_t begin = 0, end = cells.size();
    if (width_of(cells, 0, cells.size()) > room) {  // a third of the room in front of the caret
        const std::size_t inner = room - 2 * cut.size();
        while (begin < at && width_of(cells, begin, at) > inner / 3) ++begin;
        while (begin > 0 && width_of(cells, begin - 1, cells.size()) <= inner) --begin;
        for (end = begin; end < cells.size() && width_of(cells, begin, end + 1) <= inner;) ++end;
    }
    std::string text(gutter);
    std::size_t before = gutter.size() + width_of(cells, begin, std::min(at, end));
    if (begin > 0) {
        text += cut;
        before += cut.size();
    }
    for (std::size_t i = begin; i < end; ++i) text += cells[i].text;
    if (end < cells.size()) text += cut;
    return text + "\n" + std::string(before, ' ') + "^";
}

}  // namespace

std::string with_excerpts(std::string_view faults, std::string_view chain, std::size_t columns) {
    std::string text;
    while (!faults.empty()) {
        const std::size_t end = std::min(faults.find('\n'), faults.size());
        const std::string_view fault = faults.substr(0, end);
        if (!text.empty()) text += '\n';
        text += fault;
        if (const auto spot = spot_of(fault)) text += "\n" + excerpt(chain, *spot, columns);
        faults.remove_prefix(std::min(end + 1, faults.size()));
    }
    return text;
}

}  // namespace sluice::apps
