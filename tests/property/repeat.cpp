#include "tests/property/repeat.hpp"

#include "io/write.hpp"
#include "pipeline/core/value.hpp"
#include "tests/reference/pixels.hpp"

namespace sluice::property {
namespace {

bool plain(Pixel pixel) { return pixel == Pixel::u8 || pixel == Pixel::u16; }  // a PNG holds it

bool has_file(const ImageFormat& format) {
    if (format.layers > 1 || format.pixel == Pixel::i32 || format.pixel == Pixel::f64) return false;
    return plain(format.pixel) || !format.has_alpha();
}

// The numbers of an image in a format that a file has, in data that no stage takes for light.
HostImage for_file(const HostImage& image) {
    ImageFormat format = image.format();
    format.white = 0;
    format.order = Order::rgb;
    format.space = plain(format.pixel) ? Space::encoded : Space::linear;
    if (!plain(format.pixel)) format.pixel = Pixel::f32;
    HostImage copy(format);
    for (std::size_t row = 0; row < format.rows(); ++row)
        for (std::size_t x = 0; x < format.width; ++x)
            for (int c = 0; c < format.channels; ++c)
                reference::set_value(copy.view(), x, row, c, reference::value(image.view(), x, row, c));
    return copy;
}

}  // namespace

std::string pipeline_of_files(const GraphCase& graph, const std::filesystem::path& folder) {
    std::string text;
    for (const SourceImage& source : graph.sources) {
        const ImageFormat& format = source.format;
        if (!has_file(format)) return "";
        const std::string path = (folder / (source.id + (plain(format.pixel) ? ".png" : ".pfm"))).string();
        const HostImage image = for_file(source.image());
        write(path, image.view());
        // Through data, so that nothing is bent.
        text += text.empty() ? "load " : "; load ";
        text += path + " | convert space=data scale=none pixel=" + std::string(name(format.pixel));
        if (format.white > 0) text += " white=" + number_text(format.white);
        text += " | convert id=" + source.id + " space=" + std::string(name(format.space));
    }
    for (const StageText& stage : graph.stages) {
        if (stage.stage == "output")
            text += "; save " + (folder / (stage.id + ".npy")).string() + " id=" + stage.id +
                    " from=" + stage.from[0];
        else
            text += "; " + stage.text();
    }
    return text;
}

}  // namespace sluice::property
