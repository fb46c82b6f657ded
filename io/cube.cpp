#include "io/cube.hpp"

#include "io/parse_file.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>

namespace sluice {
namespace {

constexpr std::size_t most_bytes = std::size_t{1} << 30, largest_line = 65536, largest_cube = 256;

std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = line.find_first_not_of(" \t\r", at)) != std::string_view::npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

class Parser {
public:
    Cube run(std::string_view text) {
        for (std::size_t at = 0; at < text.size(); ++line_) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            line(text.substr(at, end - at));
            at = end + 1;
        }
        if (cube_.size == 0) fault("there is no LUT_1D_SIZE and no LUT_3D_SIZE: it is no .cube file");
        const std::size_t wanted = cube_.solid ? cube_.size * cube_.size * cube_.size : cube_.size;
        if (cube_.colours.size() != wanted)
            fault("it ends after " + std::to_string(cube_.colours.size()) + " colours, and its size wants " +
                  std::to_string(wanted));
        for (std::size_t c = 0; c < 3; ++c)
            if (!(cube_.low[c] < cube_.high[c])) fault("DOMAIN_MIN is not below DOMAIN_MAX");
        return std::move(cube_);
    }

private:
    [[noreturn]] void fault(const std::string& what) const {
        throw Error(Error::Kind::input, "", "line " + std::to_string(line_) + ": " + what);
    }

    void line(std::string_view line) {
        const std::vector<std::string_view> words = words_of(line);
        if (words.empty() || words[0][0] == '#' || words[0] == "TITLE") return;
        if (words[0] == "LUT_1D_SIZE") return size(words, false);
        if (words[0] == "LUT_3D_SIZE") return size(words, true);
        if (words[0] == "DOMAIN_MIN") return ends(words, 3, cube_.low);
        if (words[0] == "DOMAIN_MAX") return ends(words, 3, cube_.high);
        if (words[0] == "LUT_1D_INPUT_RANGE" || words[0] == "LUT_3D_INPUT_RANGE") {
            std::array<double, 3> both{};
            ends(words, 2, both);
            cube_.low.fill(both[0]);
            cube_.high.fill(both[1]);
            return;
        }
        std::array<double, 3> colour{};
        if (words.size() != 3)
            fault("a colour is three numbers, and this is " + in_quotes(std::string(line)));
        numbers(words, 0, colour);
        if (cube_.size == 0) fault("a colour stands before LUT_1D_SIZE or LUT_3D_SIZE");
        cube_.colours.push_back(colour);
    }

    void size(const std::vector<std::string_view>& words, bool solid) {
        const std::size_t most = solid ? largest_cube : largest_line;
        if (cube_.size != 0) fault("it has a second size; a file with a curve and a cube is not taken");
        const auto number = words.size() == 2 ? number_from(words[1]) : std::nullopt;
        if (!number || *number < 2 || *number > static_cast<double>(most) ||
            *number != static_cast<double>(static_cast<std::size_t>(*number)))
            fault(std::string(words[0]) + " is a whole number from 2 to " + std::to_string(most));
        cube_.size = static_cast<std::size_t>(*number);
        cube_.solid = solid;
    }

    void ends(const std::vector<std::string_view>& words, std::size_t count, std::array<double, 3>& to) {
        if (words.size() != count + 1)
            fault(std::string(words[0]) + " has " + std::to_string(count) + " numbers");
        numbers(words, 1, to);
    }

    void numbers(const std::vector<std::string_view>& words, std::size_t from, std::array<double, 3>& to) {
        for (std::size_t i = from; i < words.size(); ++i) {
            const auto number = number_from(words[i]);
            if (!number)
                fault(in_quotes(std::string(words[i])) + " is no finite number, and no keyword of .cube");
            to[i - from] = *number;
        }
    }

    Cube cube_;
    std::size_t line_ = 1;
};

}  // namespace

bool Cube::is_grey() const {
    return std::all_of(colours.begin(), colours.end(),
                       [](const auto& c) { return c[0] == c[1] && c[0] == c[2]; }) &&
           low[0] == low[1] && low[0] == low[2] && high[0] == high[1] && high[0] == high[2];
}

Cube parse_cube(std::string_view text) { return Parser().run(text); }

Cube read_cube(const std::string& path) { return parse_file(path, most_bytes, parse_cube); }

}  // namespace sluice
