#include "apps/bench/sizes.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <charconv>
#include <cstring>
#include <random>

namespace sluice::apps {
namespace {

ImageSize parse_size(const std::string& text, const Arguments& arguments) {
    constexpr std::size_t most = 65536;
    std::vector<std::size_t> numbers;
    for (const std::string& word : split(text, 'x')) {
        std::size_t number = 0;
        const char* end = word.data() + word.size();
        const auto read = std::from_chars(word.data(), end, number);
        numbers.push_back(read.ec == std::errc() && read.ptr == end ? number : 0);
    }
    const bool sizes = numbers.size() == 2 || numbers.size() == 3;
    if (!sizes || std::any_of(numbers.begin(), numbers.end(), [](auto n) { return n < 1 || n > most; }))
        throw wrong_arguments(arguments,
                              "--size: " + in_quotes(text) +
                                  " is no size such as 4096x4096, or 256x256x100 for 100 layers, at "
                                  "most " +
                                  std::to_string(most) + " each");
    return {numbers[0], numbers[1], numbers.size() == 3 ? numbers[2] : 1};
}

template <class T>
void fill(HostImage& image, std::size_t rows, double low, double step) {
    const ImageFormat& format = image.format();
    const auto channels = static_cast<std::size_t>(format.channels);
    std::minstd_rand random(1);
    for (std::size_t y = 0; y < rows; ++y) {
        T* row = image.as<T>(y);
        for (std::size_t i = 0; i < format.width * channels; ++i)
            row[i] = static_cast<T>(low + step * (10.0 * static_cast<double>(i % channels) +
                                                  static_cast<double>((random() >> 8) % 180)));
    }
}

}  // namespace

std::string ImageSize::text() const {
    return std::to_string(width) + "x" + std::to_string(height) +
           (layers == 1 ? "" : "x" + std::to_string(layers));
}

std::vector<ImageSize> size_option(const Arguments& arguments, const std::string& standard) {
    std::vector<ImageSize> sizes;
    for (const std::string& word : split(arguments.has("size") ? arguments.text("size") : standard))
        sizes.push_back(parse_size(word, arguments));
    return sizes;
}

std::vector<ImageSize> one_layer_size_option(const Arguments& arguments, const std::string& standard) {
    std::vector<ImageSize> sizes = size_option(arguments, standard);
    if (std::any_of(sizes.begin(), sizes.end(), [](const ImageSize& size) { return size.layers != 1; }))
        throw wrong_arguments(arguments, "--size: " + arguments.words[0] + " takes images of one layer");
    return sizes;
}

std::vector<StorageChoice> storages_option(const Arguments& arguments, const Device& device) {
    const StorageChoice choice = storage_choice(arguments);
    if (choice != StorageChoice::automatic) return {choice};
    std::vector<StorageChoice> both{StorageChoice::buffer};
    if (device.facts().images()) both.push_back(StorageChoice::image);
    return both;
}

HostImage noise(const ImageFormat& format) {
    HostImage image(format);
    const std::size_t rows = std::min<std::size_t>(format.rows(), 64);
    switch (format.pixel) {
        case Pixel::u8: fill<std::uint8_t>(image, rows, 20, 1); break;
        case Pixel::i8: fill<std::int8_t>(image, rows, -120, 1); break;
        case Pixel::u16: fill<std::uint16_t>(image, rows, 5000, 250); break;
        case Pixel::i16: fill<std::int16_t>(image, rows, -30000, 250); break;
        case Pixel::i32: fill<std::int32_t>(image, rows, -1e9, 9e6); break;
        case Pixel::f16: fill<std::uint16_t>(image, rows, 0x2000, 0x40); break;  // bits of halves
        case Pixel::f32: fill<float>(image, rows, 0.1, 0.004); break;
        case Pixel::f64: fill<double>(image, rows, 0.1, 0.004); break;
    }
    for (std::size_t y = rows; y < format.rows(); ++y)
        std::memcpy(image.row(y), image.row(y % rows), format.host_bytes() / format.rows());
    return image;
}

}  // namespace sluice::apps
