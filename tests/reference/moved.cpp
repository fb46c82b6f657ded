#include "tests/reference/moved.hpp"

#include "pipeline/core/colour.hpp"
#include "tests/reference/params.hpp"
#include "tests/reference/pixels.hpp"

namespace sluice::reference {

std::int64_t stands_for(std::int64_t i, std::int64_t size, const std::string& rule) {
    while (i < 0 || i >= size) {
        if (rule == "constant") return -1;
        if (rule == "clamp") return i < 0 ? 0 : size - 1;
        if (rule == "wrap") i += i < 0 ? size : -size;
        if (rule == "mirror") i = size == 1 ? 0 : i < 0 ? -i : 2 * (size - 1) - i;
    }
    return i;
}

Bounded moved(const Bounded& src, std::size_t width, std::size_t height,
              const std::function<Place(std::int64_t x, std::int64_t y)>& from, const Beside& beside) {
    const ImageFormat& own = src.format();
    ImageFormat format = own;
    format.width = width;
    format.height = height;
    Bounded dst = exactly(HostImage(format));
    dst.exact = src.exact;
    for_each_sample(format, [&](const SamplePlace& p) {
        const std::size_t layer = p.row / height;
        const Place place = from(static_cast<std::int64_t>(p.x), static_cast<std::int64_t>(p.row % height));
        const std::int64_t x = stands_for(place.x, static_cast<std::int64_t>(own.width), beside.rule);
        const std::int64_t y = stands_for(place.y, static_cast<std::int64_t>(own.height), beside.rule);
        const auto of = [&](const HostImage& image) -> double {
            if (x >= 0 && y >= 0)
                return at(image, {static_cast<std::size_t>(x),
                                  layer * own.height + static_cast<std::size_t>(y), p.channel});
            return stored(beside.color.at(static_cast<std::size_t>(p.channel)), format.pixel);
        };
        set_value(dst.expected.view(), p.x, p.row, p.channel, of(src.expected));
        set_value(dst.low.view(), p.x, p.row, p.channel, of(src.low));
        set_value(dst.high.view(), p.x, p.row, p.channel, of(src.high));
    });
    return dst;
}

Beside nothing_beside(const ImageFormat& format) {
    return {"constant", std::vector<double>(static_cast<std::size_t>(format.channels), 0)};
}

Beside beside_of(const Values& values, const ImageFormat& format) {
    Beside beside = nothing_beside(format);
    if (values.count("edge") != 0) beside.rule = word_of(values, "edge");
    auto given = numbers_of(values, "color");
    const std::string word = word_of(values, "color");
    if (!word.empty() && word != "none") given = Colour(Value(word)).in(format);
    if (!given) return beside;
    for (int c = 0; c < format.channels; ++c) {
        double& v = beside.color[static_cast<std::size_t>(c)];
        const bool alpha = format.has_alpha() && c == format.colors();
        if (given->size() == beside.color.size())
            v = (*given)[static_cast<std::size_t>(c)];
        else if (alpha)
            v = format.white_value();
        else
            v = given->size() == 1 ? given->front() : (*given)[static_cast<std::size_t>(c)];
    }
    return beside;
}

Place begin_of(const std::string& gravity, const ImageFormat& all, std::int64_t width, std::int64_t height) {
    const auto has = [&](const char* word) { return gravity.find(word) != std::string::npos; };
    const auto begin = [](std::size_t size, std::int64_t own, bool first, bool last) -> std::int64_t {
        const std::int64_t rest = static_cast<std::int64_t>(size) - own;
        return first ? 0 : last ? rest : (rest - ((rest % 2) + 2) % 2) / 2;
    };
    return {begin(all.width, width, has("west"), has("east")),
            begin(all.height, height, has("north"), has("south"))};
}

}  // namespace sluice::reference
