#include "io/cube.hpp"

#include "io/parse_file.hpp"
#include "pipeline/core/message.hpp"
#include "pipeline/core/value.hpp"

#include <algorithm>
#include <optional>

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

std::string upper(std::string_view word) {
    std::string text(word);
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

class Parser {
public:
    std::vector<Cube> run(std::string_view text) {
        constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
        if (text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
        for (std::size_t at = 0; at < text.size(); ++line_) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            line(text.substr(at, end - at));
            at = end + 1;
        }
        if (curve_.size == 0 && cube_.size == 0)
            fault("it is not a .cube file: it has neither LUT_1D_SIZE nor LUT_3D_SIZE");
        std::vector<Cube> found;
        if (curve_.size != 0) found.push_back(std::move(curve_));
        if (cube_.size != 0) found.push_back(std::move(cube_));
        share_colours(found);
        // Colours reach a shaper first.
        found.front().low = low_.value_or(found.front().low);
        found.front().high = high_.value_or(found.front().high);
        for (const Cube& part : found)
            for (std::size_t c = 0; c < 3; ++c)
                if (!(part.low[c] < part.high[c])) fault("DOMAIN_MIN is not below DOMAIN_MAX");
        if (video_in_) take_full_range(found.front());
        if (video_out_) give_full_range(found.back());
        return found;
    }

private:
    [[noreturn]] void fault(const std::string& what) const {
        throw Error(Error::Kind::input, "", "line " + std::to_string(line_) + ": " + what);
    }

    void line(std::string_view line) {
        const std::vector<std::string_view> words = words_of(line);
        if (words.empty() || words[0][0] == '#') return;
        const std::string keyword = upper(words[0]);
        if (keyword == "TITLE") return;
        if (keyword == "LUT_1D_SIZE") return size(words, curve_, largest_line);
        if (keyword == "LUT_3D_SIZE") return size(words, cube_, largest_cube);
        if (keyword == "LUT_1D_INPUT_RANGE") return range(words, curve_);
        if (keyword == "LUT_3D_INPUT_RANGE") return range(words, cube_);
        if (keyword == "LUT_IN_VIDEO_RANGE") return alone(words, video_in_);
        if (keyword == "LUT_OUT_VIDEO_RANGE") return alone(words, video_out_);
        if (keyword == "DOMAIN_MIN") return ends(words, 3, low_.emplace());
        if (keyword == "DOMAIN_MAX") return ends(words, 3, high_.emplace());
        std::array<double, 3> colour{};
        if (words.size() != 3) fault("a colour has three numbers, not " + in_quotes(std::string(line)));
        numbers(words, 0, colour);
        if (curve_.size == 0 && cube_.size == 0) fault("a colour comes before LUT_1D_SIZE or LUT_3D_SIZE");
        colours_.push_back(colour);
    }

    // Those of the shaper stand first.
    void share_colours(std::vector<Cube>& parts) const {
        std::size_t wanted = 0;
        for (const Cube& part : parts) wanted += part.count();
        if (colours_.size() != wanted)
            fault("it ends after " + std::to_string(colours_.size()) + " colours, and its size wants " +
                  std::to_string(wanted));
        auto from = colours_.begin();
        for (Cube& part : parts) {
            const auto end = from + static_cast<std::ptrdiff_t>(part.count());
            part.colours.assign(from, end);
            from = end;
        }
    }

    // A value of the full range, as one of video range: video_black + v * video_size.
    static constexpr double video_black = 64.0 / 1023, video_size = (940.0 - 64) / 1023;
    static double full(double v) { return (v - video_black) / video_size; }
    static void take_full_range(Cube& part) {
        for (auto* ends : {&part.low, &part.high})
            std::transform(ends->begin(), ends->end(), ends->begin(), full);
    }
    static void give_full_range(Cube& part) {
        for (auto& colour : part.colours) std::transform(colour.begin(), colour.end(), colour.begin(), full);
    }

    void size(const std::vector<std::string_view>& words, Cube& of, std::size_t most) {
        if (of.size != 0) fault("it has a second " + upper(words[0]));
        if (!colours_.empty()) fault(upper(words[0]) + " comes after colours");
        const auto number = words.size() == 2 ? number_from(words[1]) : std::nullopt;
        if (!number || *number < 2 || *number > static_cast<double>(most) ||
            *number != static_cast<double>(static_cast<std::size_t>(*number)))
            fault(upper(words[0]) + " is an integer from 2 to " + std::to_string(most));
        of.size = static_cast<std::size_t>(*number);
        of.solid = &of == &cube_;
    }

    void range(const std::vector<std::string_view>& words, Cube& of) {
        std::array<double, 3> both{};
        ends(words, 2, both);
        of.low.fill(both[0]);
        of.high.fill(both[1]);
    }

    void alone(const std::vector<std::string_view>& words, bool& said) {
        if (words.size() != 1) fault(upper(words[0]) + " has no value");
        said = true;
    }

    void ends(const std::vector<std::string_view>& words, std::size_t count, std::array<double, 3>& to) {
        if (words.size() != count + 1) fault(upper(words[0]) + " has " + std::to_string(count) + " numbers");
        numbers(words, 1, to);
    }

    void numbers(const std::vector<std::string_view>& words, std::size_t from, std::array<double, 3>& to) {
        for (std::size_t i = from; i < words.size(); ++i) {
            const auto number = number_from(words[i]);
            if (!number)
                fault(in_quotes(std::string(words[i])) +
                      " is neither a finite number nor a keyword of .cube");
            to[i - from] = *number;
        }
    }

    Cube curve_, cube_;
    std::vector<std::array<double, 3>> colours_;
    std::optional<std::array<double, 3>> low_, high_;  // of the domain
    bool video_in_ = false, video_out_ = false;
    std::size_t line_ = 1;
};

}  // namespace

bool Cube::is_grey() const {
    return std::all_of(colours.begin(), colours.end(),
                       [](const auto& c) { return c[0] == c[1] && c[0] == c[2]; }) &&
           low[0] == low[1] && low[0] == low[2] && high[0] == high[1] && high[0] == high[2];
}

std::vector<Cube> parse_cubes(std::string_view text) { return Parser().run(text); }

std::vector<Cube> read_cubes(const std::string& path) { return parse_file(path, most_bytes, parse_cubes); }

}  // namespace sluice
