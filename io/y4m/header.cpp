#include "io/text_reader.hpp"
#include "io/video.hpp"
#include "io/y4m/y4m.hpp"
#include "pipeline/core/decimal_number.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <sstream>

namespace sluice {
namespace {

constexpr std::uint64_t most_rate = 1'000'000'000;

std::size_t y4m_side(const std::string& word) {
    const auto side = decimal_number(word.substr(1));
    if (!side || *side == 0 || *side > 0x7fffffff)
        throw_input("it is a broken Y4M: its header has " + word + ", which is no size");
    return static_cast<std::size_t>(*side);
}

// "30000:1001"; 0:0 is unknown.
std::vector<std::uint32_t> y4m_rate(const std::string& word) {
    const auto colon = word.find(':');
    const auto frames = decimal_number(word.substr(1, colon - 1));
    const auto seconds = colon == std::string::npos ? std::nullopt : decimal_number(word.substr(colon + 1));
    if (!frames || !seconds || *frames > most_rate || *seconds > most_rate)
        throw_input("it is a broken Y4M: its header has " + word + ", which is no frame rate");
    return delays_at(*frames, *seconds);
}

// "420p10": how colours are shared, then the bits.
void y4m_colours(Y4mHeader& header, std::string word) {
    const std::string whole = word;
    const auto take = [&](std::string_view name) {
        if (!word.starts_with(name)) return false;
        word.erase(0, name.size());
        return true;
    };
    std::uint64_t bits = 8;
    YuvFrame& frame = header.frame;
    if (take("mono")) {
        frame.across = 0;
        if (!word.empty()) bits = decimal_number(word).value_or(0);
    } else {
        if (take("420"))
            frame.across = frame.down = 2;
        else if (take("422"))
            frame.across = 2;
        else if (!take("444"))
            throw_input("it is a Y4M of C" + whole + "; 420, 422, 444 and mono can be read");
        if (frame.across == 1 && take("alpha"))
            header.alpha = true;
        else if (take("p"))
            bits = decimal_number(word).value_or(0);
        else if (constexpr std::array sited{"", "jpeg", "mpeg2", "paldv"};
                 std::find(sited.begin(), sited.end(), word) == sited.end())
            bits = 0;
    }
    if (bits < 8 || bits > 16)
        throw_input("it is a Y4M of C" + whole + "; 420, 422, 444 and mono of 8 to 16 bits can be read");
    header.format.channels = frame.across == 0 ? 1 : 3;
    header.format.pixel = bits == 8 ? Pixel::u8 : Pixel::u16;
    if (bits > 8 && bits < 16) header.format.white = static_cast<double>((1u << bits) - 1);
}

}  // namespace

void Y4mHeader::lay_out() {
    frame.width = format.width;
    frame.height = format.height;
    frame.pixel = format.pixel;
    frame.white = format.white_value();
    frame.planar();
    if (alpha) frame.samples += format.pixels();
}

std::vector<std::uint32_t> delays_at(std::uint64_t frames, std::uint64_t seconds) {
    if (frames == 0 || seconds == 0) return {};
    const std::uint64_t common = std::gcd(frames, 1000 * seconds);
    const std::uint64_t count = frames / common, all = 1000 * seconds / common;
    constexpr std::uint64_t most = 1000;
    if (count > most || all / count > 0xffffffff) return {};
    std::vector<std::uint32_t> delays;
    for (std::uint64_t i = 0; i < count; ++i)
        delays.push_back(static_cast<std::uint32_t>(all * (i + 1) / count - all * i / count));
    return delays;
}

FrameRate rate_of(const std::vector<std::uint32_t>& delays) {
    // Of a few frames, milliseconds do not say whether there are 30 or 29.97 of them in a second.
    for (const FrameRate rate :
         {FrameRate{24, 1}, FrameRate{25, 1}, FrameRate{30, 1}, FrameRate{50, 1}, FrameRate{60, 1},
          FrameRate{24000, 1001}, FrameRate{30000, 1001}, FrameRate{60000, 1001}})
        if (!delays.empty() && repeated(delays_at(rate.frames, rate.seconds), delays.size()) == delays)
            return rate;
    const std::uint64_t all = std::accumulate(delays.begin(), delays.end(), std::uint64_t{0});
    if (all == 0) return {};
    const std::uint64_t frames = 1000 * delays.size(), common = std::gcd(frames, all);
    return {frames / common, all / common};
}

Y4mHeader read_y4m_header(Bytes head) {
    TextReader reader(head);
    const std::string line = reader.line();
    Y4mHeader header;
    header.bytes = reader.position();
    std::istringstream words(line);
    std::string word, colours = "420";
    words >> word;
    while (words >> word) {
        if (word[0] == 'W') header.format.width = y4m_side(word);
        if (word[0] == 'H') header.format.height = y4m_side(word);
        if (word[0] == 'F') header.delays = y4m_rate(word);
        if (word[0] == 'C') colours = word.substr(1);
        if (word == "XCOLORRANGE=FULL") header.frame.range = YuvRange::full;
    }
    if (header.format.width == 0 || header.format.height == 0)
        throw_input("it is a broken Y4M: its header has no width or no height");
    y4m_colours(header, colours);
    header.lay_out();
    return header;
}

}  // namespace sluice
