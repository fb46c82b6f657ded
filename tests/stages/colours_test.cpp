// Colours and percentages: the same at every depth, in every stage that takes them. And the short ways to
// write sizes and places.
#include "pipeline/sluice/plan.hpp"
#include "tests/error_of.hpp"
#include "tests/reference/samples.hpp"
#include "tests/stages/support.hpp"

#include <set>

using namespace sluice;
using reference::Samples;

namespace {

ImageFormat colours_format(int channels, Pixel pixel, std::size_t width = 2, std::size_t height = 2) {
    ImageFormat format;
    format.width = width, format.height = height;
    format.channels = channels;
    format.pixel = pixel;
    format.grey_alpha = channels == 2;
    return format;
}

// The first pixel of a chain's result for an image of zeros.
Samples colours_corner(const std::string& chain, const ImageFormat& format) {
    const HostImage src(format);
    Samples samples = reference::samples_of(test::run(chain, src.view()).image.view());
    samples.resize(static_cast<std::size_t>(test::run(chain, src.view()).image.format().channels));
    return samples;
}

// The size of a chain's result for a black image of 60 x 40 pixels.
std::string colours_size(const std::string& chain) {
    const HostImage src(colours_format(3, Pixel::u8, 60, 40));
    Session session(Plan::measured(Graph::from_chain(chain), {{"input", src.view()}}, device()));
    const ImageFormat dst = session.submit(src.view()).read().format();
    return std::to_string(dst.width) + "x" + std::to_string(dst.height);
}

}  // namespace

TEST_CASE("flatten white is white at every depth, and a colour is that colour") {
    for (const Pixel pixel : {Pixel::u8, Pixel::u16, Pixel::f32}) {
        const double white = default_white(pixel);
        const auto part = [&](double v) {
            return pixel == Pixel::f32 ? static_cast<float>(v / 255) : v * white / 255;
        };
        const auto of = [&](double r, double g, double b) { return Samples{part(r), part(g), part(b)}; };
        const ImageFormat rgba = colours_format(4, pixel);
        CHECK(colours_corner("flatten white", rgba) == of(255, 255, 255));
        CHECK(colours_corner("flatten #ff3300", rgba) == of(255, 51, 0));
        CHECK(colours_corner("flatten color=rgb(255, 51, 0)", rgba) == of(255, 51, 0));
        CHECK(colours_corner("flatten rgb(20% 0% 100%)", rgba) == of(51, 0, 255));
        CHECK(colours_corner("flatten 20%,0%,100%", rgba) == of(51, 0, 255));
        CHECK(colours_corner("flatten #333333", colours_format(2, pixel)) == Samples{of(51, 0, 0)[0]});
    }
    CHECK(colours_corner("flatten 255", colours_format(4, Pixel::u16)) == Samples{255, 255, 255});
}

TEST_CASE("every stage that has a colour outside of an image takes one of CSS") {
    std::set<std::string> with_colour;
    for (const std::string& name : builtin_stages().names())
        for (const ParamDecl& param : builtin_stages().find(name)->params) {
            if (param.name == "color") CHECK_MESSAGE(param.type == ParamType::color, name);
            if (param.type == ParamType::color) with_colour.insert(name);
        }
    CHECK(with_colour.size() >= 20);
    const ImageFormat rgb = colours_format(3, Pixel::u16);
    for (const char* chain :
         {"pad 1 color=red", "pad 1 color=#f00", "letterbox 4x6 color=rgb(100% 0% 0%)", "rotate 45 color=red",
          "warp 1,0,9,0,1,9 edge=constant color=red", "pad size=4 color=rgba(255, 0, 0, 1)"})
        CHECK_MESSAGE((colours_corner(chain, rgb) == Samples{65535, 0, 0}), chain);
    CHECK(colours_corner("pad 1 color=transparent", colours_format(4, Pixel::u16)) == Samples{0, 0, 0, 0});
    CHECK(colours_corner("pad 1 color=#00ff0080", colours_format(4, Pixel::u8)) == Samples{0, 255, 0, 128});
    CHECK(colours_corner("pad 1 color=#7b7b7b", colours_format(1, Pixel::u8)) == Samples{123});
    CHECK(colours_corner("dilate 1 edge=constant color=white", rgb) == Samples{65535, 65535, 65535});
}

TEST_CASE("levels, thresholds and code values are percentages of white") {
    const HostImage src = reference::row_of(Pixel::u16, 1, {0, 6553, 32768, 65535});
    const auto result = [&](const std::string& chain) {
        return reference::samples_of(test::run(chain, src.view()).image.view());
    };
    for (const auto& [percent, number] : std::vector<std::pair<std::string, std::string>>{
             {"threshold 50%", "threshold 0.5"},
             {"levels 10% white=90%", "levels 0.1 white=0.9"},
             {"solarize 25%", "solarize 0.25"},
             {"normalize in=20%,80%", "normalize in=13107,52428"},
             {"normalize out=0%,20%", "normalize out=0,13107"},
             {"normalize percentile low=1% high=99%", "normalize percentile low=1 high=99"},
             {"add value=20%", "add value=13107"},
             {"convolve 1 offset=20%", "convolve 1 offset=13107"},
             {"brightness 20%", "brightness 0.2"},
             {"contrast 150%", "contrast 1.5"},
             {"curves 0,0;50%,60%;1,1", "curves 0,0;0.5,0.6;1,1"}})
        CHECK_MESSAGE(result(percent) == result(number), percent);
}

TEST_CASE("sizes and places are written as elsewhere") {
    CHECK(colours_size("resize 50%") == "30x20");
    CHECK(colours_size("resize 30x10") == "30x10");
    CHECK(colours_size("resize 30x") == "30x20");
    CHECK(colours_size("resize x10") == "15x10");
    CHECK(colours_size("thumbnail 30x30") == "30x20");
    CHECK(colours_size("crop 20x10+5+6") == "20x10");
    CHECK(colours_size("crop 20x10") == "20x10");
    CHECK(colours_size("letterbox 64x48") == "64x48");
    CHECK(colours_size("pad 10") == "80x60");
    CHECK(colours_size("pad 100x90") == "100x90");
    CHECK(colours_size("pad size=100") == "100x100");
    HostImage src = reference::row_of(Pixel::u8, 1, {1, 2, 3, 4});
    CHECK(reference::samples_of(test::run("crop 2x1+1+0", src.view()).image.view()) == Samples{2, 3});
}

TEST_CASE("every example with its effect is a chain that works") {
    const Registry& registry = builtin_stages();
    std::size_t count = 0;
    for (const std::string& name : registry.names())
        for (const ShownUse& use : registry.find(name)->uses) {
            ++count;
            INFO(name << " " << use.params);
            const std::string chain = name + " " + use.params;
            const std::string fault = error_of([&] { colours_size(chain); });
            if (!fault.empty()) CHECK_NOTHROW(colours_size("grey | " + chain));  // some take one channel only
        }
    CHECK(count > 0);
}

// What is proposed for a word of another program is a stage that can be planned.
TEST_CASE("every synonym is answered by a chain that works") {
    const Registry& registry = builtin_stages();
    std::size_t count = 0;
    for (const std::string& name : registry.names()) {
        const StageDef& stage = *registry.find(name);
        for (const Synonym& synonym : stage.also) {
            ++count;
            const StageDef* own = registry.find(synonym.word);
            CHECK_MESSAGE((own == nullptr || own->internal), synonym.word);
            for (const std::string& chain : registry.also(synonym.word)) {
                Diagnostics faults;
                CheckOptions options;
                options.open_ends = stage.kind() != Kind::source && stage.kind() != Kind::sink;
                std::string text = chain;
                if (!options.open_ends)
                    text = stage.kind() == Kind::source ? chain + " | save o.png" : "load a.png | " + chain;
                check(Graph::from_chain(text), registry, faults, options);
                for (const Diagnostic& fault : faults)
                    CHECK_MESSAGE(fault.message.text().find("is not connected") != std::string::npos,
                                  chain << ": " << fault.message);
            }
        }
    }
    CHECK(count > 100);
    CHECK(registry.meant_by("blur") == " (did you mean 'gaussian 2'?)");
    CHECK(registry.meant_by("Gaussian-Blur") == " (did you mean 'gaussian 2'?)");
    CHECK(registry.meant_by("nonesuch").empty());
}
