// Bits of a row, counted from the lowest of its first byte.
#include "tests/reference/neighbours.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/stage.hpp"

#include <cmath>

namespace sluice::reference::stages {
namespace {

// Where the bits of pixel i are, the lowest first.
std::vector<std::size_t> bits_of(const std::string& packing, std::size_t bits, std::size_t i) {
    std::vector<std::size_t> places;
    const auto add = [&](std::size_t byte, std::size_t first, std::size_t count) {
        for (std::size_t k = 0; k < count; ++k) places.push_back(8 * byte + first + k);
    };
    if (packing == "pfnc") {
        add(0, i * bits, bits);
    } else if (packing == "gige") {
        const std::size_t group = i / 2 * 3;
        add(group + 1, i % 2 * 4, bits - 8);
        add(group + i % 2 * 2, 0, 8);
    } else {
        const std::size_t pixels = bits == 10 ? 4 : 2, group = i / pixels * (pixels + 1);
        add(group + pixels, i % pixels * (bits - 8), bits - 8);
        add(group + i % pixels, 0, 8);
    }
    return places;
}

}  // namespace

StageReference unpack() {
    return {.image = [](const StageCall& call) -> StageResult {
        const Bounded& src = call.image();
        const std::string packing = word_of(call.values, "packing");
        const std::size_t bits = word_of(call.values, "bits") == "10" ? 10 : 12;
        std::size_t width = 0;  // as many as have all of their bits
        while (bits_of(packing, bits, width).front() / 8 < src.format().width &&
               bits_of(packing, bits, width).back() / 8 < src.format().width)
            ++width;
        ImageFormat dst = src.format();
        dst.width =
            static_cast<std::size_t>(number_of(call.values, "width").value_or(static_cast<double>(width)));
        dst.pixel = Pixel::u16;
        dst.white = std::exp2(bits) - 1;
        return {of_ends(src, dst, [&](const SamplePlace& p) -> Ends {
            Real v = 0;
            bool certain = true;
            const std::vector<std::size_t> places = bits_of(packing, bits, p.x);
            for (std::size_t k = 0; k < places.size(); ++k) {
                const Ends byte = ends_of(src, {places[k] / 8, p.row, 0});
                certain = certain && byte.certain();
                const auto of_byte = static_cast<unsigned>(byte.expected);
                v += std::ldexp(static_cast<Real>(of_byte >> places[k] % 8 & 1u), static_cast<int>(k));
            }
            if (certain) return {v, v, v};
            return {v, 0, static_cast<Real>(dst.white)};
        })};
    }};
}

}  // namespace sluice::reference::stages
