#include "stages/shared/second.hpp"

#include <array>

namespace sluice::stages {
namespace {

struct Channels {
    std::string order = "keep";
    std::string extract = "none";

    // What the result is made of, letter by letter; "" where the image's own channels stay.
    std::string letters() const { return extract != "none" ? extract : order == "keep" ? "" : order; }
};

struct Others {
    const std::optional<ImageFormat>&g, &b, &a;

    explicit Others(const StageInputs& inputs)
        : g(inputs.images.at(1)), b(inputs.images.at(2)), a(inputs.images.at(3)) {}
    bool any() const { return g || b || a; }
};

bool is_alpha(char letter) { return letter == 'a' || letter == '1'; }

std::string wrong(const Channels& p) {
    if (p.order != "keep" && p.extract != "none") return "has both order= and extract=; give one of them";
    const std::string letters = p.letters();
    if (letters.size() > 4 || letters.find_first_not_of("rgbay01") != std::string::npos)
        return "order= must be keep, or one to four of r, g, b, y (grey), a (alpha), 0 and 1 (white), such "
               "as bgr";
    return "";
}

std::string refuse(const Channels& p, const StageInputs& inputs) {
    const ImageFormat& src = inputs.image();
    const Others others(inputs);
    const std::string letters = p.letters();
    if (others.any() && !letters.empty())
        return "takes channels from several images, or from one image with order= or extract=";
    if (others.b && !others.g) return "has a third image for blue, but none for green";
    if (others.g && !others.b && others.a)
        return "has alpha for two channels of data; give it an image for blue, too";
    if (others.a && !others.g && src.colors() == 2)
        return "two channels of data, " + src.text() + ", have no alpha";
    for (const auto* other : {&others.g, &others.b, &others.a})
        if (*other) {
            ImageFormat first = **other;  // a channel of it is taken, whatever it is of
            first.channels = 1, first.grey_alpha = false;
            if (const std::string fault = apart(src, first); !fault.empty()) return fault;
        }
    const auto has = [&](char letter) { return letters.find(letter) != std::string::npos; };
    if (has('y') && src.colors() != 1)
        return "y is the channel of a grey image, not of " + src.text() +
               "; the stage grey computes it from colours";
    if (has('b') && src.colors() == 2) return "there is no b in two channels, " + src.text();
    return "";
}

ImageFormat infer(const Channels& p, const StageInputs& inputs) {
    ImageFormat dst = inputs.image();
    const Others others(inputs);
    const std::string letters = p.letters();
    if (!letters.empty()) {
        dst.channels = static_cast<int>(letters.size());
        dst.grey_alpha = letters.size() == 2 && is_alpha(letters[1]);
    } else if (others.any()) {
        const int colors = others.b ? 3 : others.g ? 2 : dst.colors();
        const bool alpha = others.a || (!others.g && dst.has_alpha());
        dst.channels = colors + (alpha ? 1 : 0);
        dst.grey_alpha = dst.channels == 2 && alpha;
    }
    if (dst.colors() != 3 || others.g) dst.model = Model::rgb;
    return dst;
}

// Which lane of the image each of the result is: R G B A, then 0 and white.
std::array<double, 4> lanes(const std::string& letters, const ImageFormat& src) {
    const auto lane = [&](char letter) -> double {
        if (letter == 'a' && !src.has_alpha()) return 5;
        const auto at = std::string("rgba01").find(letter);
        return at == std::string::npos ? 0 : static_cast<double>(at);
    };
    std::array<double, 4> result{};
    const bool grey = letters.size() == 1 || (letters.size() == 2 && is_alpha(letters[1]));
    for (std::size_t i = 0; i < 4; ++i)
        if (const std::size_t at = grey ? i / 3 : i; at < letters.size()) result[i] = lane(letters[at]);
    return result;
}

// Whether colours only change their order, to B G R; what stands behind three of them means nothing.
bool is_backwards(const std::string& letters, const ImageFormat& src) {
    return src.colors() == 3 && (letters == "bgr" || (letters == "bgra" && src.has_alpha()));
}

}  // namespace

StageDef channels() {
    return PointBuilder<Channels>("channels",
                                  "Reorders, extracts or merges channels, as OpenCV's mixChannels.")
        .also({{"bgr", "bgr"},
               {"swapchannels", "bgr"},
               {"split", "extract=r"},
               {"separate", "extract=r"},
               {"extractChannel", "extract=r"},
               {"extract_band", "extract=r"},
               {"extractplanes", "extract=r"}})
        .image_in("src", "The image. If there is an image for green, this one gives red.")
        .image_in("g", "Its first channel becomes green, scaled from its white to that of `src`.", true)
        .image_in("b", "Its first channel becomes blue.", true)
        .image_in("a", "Its first channel becomes alpha.", true)
        .image_out("dst", "The result.")
        .example("bgr")
        .param("order", &Channels::order,
               "Channels of the result: one to four of r, g, b, y (grey), a (alpha), 0 and 1 (white). Of two "
               "letters, the second is alpha if it is a or 1; otherwise both are data. keep changes nothing.",
               such_as{"bgr", "rrr", "rgb1", "ya", "0rg"})
        .param("extract", &Channels::extract, "One channel to extract, as a grey image.",
               choices{"none", "r", "g", "b", "a"})
        .check(wrong)
        .refuse(refuse)
        .infer(infer)
        .alpha([](const Channels&) { return AlphaLane::apply; })
        .function([](const Channels& p, const StageInputs& inputs) -> KernelFunction {
            if (Others(inputs).any()) return {"swizzled", "swizzled_merged"};
            if (p.letters().empty()) return {"swizzled", "swizzled_same"};
            return {"swizzled", is_backwards(p.letters(), inputs.image()) ? "swizzled_bgr" : "swizzled"};
        })
        .constants([](const Channels& p, const StageInputs& inputs) {
            std::vector<Constant> constants;
            const ImageFormat& src = inputs.image();
            const Others others(inputs);
            if (const std::string letters = p.letters(); !letters.empty()) {
                const std::array<double, 4> lane = lanes(letters, src);
                for (std::size_t i = 0; i < 4; ++i)
                    constants.push_back({"lane_" + std::to_string(i), lane[i]});
                return constants;
            }
            const auto add = [&](const std::string& name, const std::optional<ImageFormat>& image) {
                constants.push_back({name, 0});
                constants.push_back({"has_" + name, image ? 1.0 : 0.0});
                constants.push_back({"of_" + name, image ? second_constants(src, *image)[0].value : 1});
            };
            add("g", others.g), add("b", others.b), add("a", others.a);
            return constants;
        });
}

}  // namespace sluice::stages
