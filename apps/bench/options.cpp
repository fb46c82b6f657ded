#include "apps/bench/options.hpp"

#include "apps/text_file.hpp"

#include "pipeline/core/message.hpp"
#include "pipeline/core/text.hpp"

#include <algorithm>
#include <charconv>

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

}  // namespace

Command measurement(const std::string& name, const std::string& summary, int (*run)(const Arguments&)) {
    Command command{.name = name, .summary = summary, .run = [run](const Arguments& arguments) {
                        for (const char* option : {"json", "plot"})
                            if (arguments.has(option)) expect_writable(arguments.text(option));
                        return run(arguments);
                    }};
    command.options.add_options()                                                                        //
        ("size", po::value<std::string>()->value_name("WxH,..."), "pixels of the image, or of several")  //
        ("runs", po::value<std::string>()->value_name("N")->default_value("15"), "number of runs")       //
        ("json", po::value<std::string>()->value_name("FILE"), "write JSON to FILE; - is stdout");
    return command;
}

void add_plot_option(po::options_description& options) {
    options.add_options()("plot", po::value<std::string>()->value_name("FILE.svg"), "write a figure too");
}

void add_compare_option(po::options_description& options) {
    options.add_options()("compare",
                          "measure a plain C++ loop on all cores too, and OpenCV where the build found it");
}

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
        throw wrong_arguments(arguments,
                              "--size: " + arguments.command + " accepts images of up to one layer");
    return sizes;
}

ImageSize one_size_option(const Arguments& arguments, const std::string& standard, const std::string& rule) {
    const std::vector<ImageSize> sizes = size_option(arguments, standard);
    if (sizes.size() != 1 || sizes[0].layers != 1) throw wrong_arguments(arguments, "--size: " + rule);
    return sizes[0];
}

std::vector<StorageChoice> storages_option(const Arguments& arguments, const Device& device) {
    const StorageChoice choice = storage_choice(arguments);
    if (choice != StorageChoice::automatic) return {choice};
    std::vector<StorageChoice> both{StorageChoice::buffer};
    if (device.facts().images()) both.push_back(StorageChoice::image);
    return both;
}

}  // namespace sluice::apps
