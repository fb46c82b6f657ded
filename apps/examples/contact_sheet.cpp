// Shows what a batch did: prints a table, and makes one image with every file before and after.
//
//   contact_sheet MANIFEST SHEET.png
//
// MANIFEST is a file that `sluice batch --manifest` wrote. One pipeline measures the images and converts them
// to 8-bit RGBA on the device. Plain C++ arranges them on the sheet.
#include <sluice/sluice.hpp>
#include <sluice/stage.hpp>

#include <stb/stb_easy_font.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

namespace {

using Color = std::array<std::uint8_t, 3>;

constexpr Color paper{250, 250, 248}, ink{40, 40, 40};
// Sizes in pixels. A cell has a pair of tiles, a label, and the space before the next cell.
constexpr std::size_t tile_width = 320, tile_height = 214, seam = 4, margin = 28, label_height = 44;
constexpr std::size_t cell_width = 2 * tile_width + seam + margin, cell_height = tile_height + label_height;
constexpr std::size_t cells_in_row = 2;
constexpr int dot = 2;  // size of a dot of a letter

void say(const std::string& message) { std::cerr << message << "\n"; }

// The library's own stages read and write the files.
sluice::HostImage read_picture(const std::string& path) {
    const auto& load = *sluice::builtin_stages().find("load")->as<sluice::SourceDef>();
    return load.open({{"path", path}})->read({}, say);
}
void write_picture(const std::string& path, const sluice::HostImage& image) {
    const auto& save = *sluice::builtin_stages().find("save")->as<sluice::SinkDef>();
    save.open({{"path", path}, {"overwrite", std::string("always")}}, image.format())
        ->write(image.view(), {}, say);
}

// An image as 8-bit RGBA, with the extremes of the original.
struct Picture {
    sluice::ImageFormat format;
    double min = 0, max = 0;
    sluice::HostImage rgba;
};

Picture measure(const std::string& path, const sluice::Device& device) {
    static const auto graph = sluice::Graph::from_chain(
        "input | reduce quantities=min,max group=joint; convert from=input pixel=u8 channels=4 "
        "space=encoded");
    const sluice::HostImage image = read_picture(path);
    sluice::Session session(sluice::Plan(graph, image.format(), device));
    sluice::Frame frame = session.submit(image.view());
    Picture picture{image.format(), 0, 0, frame.read()};
    picture.min = frame.table("reduce").real("min");
    picture.max = frame.table("reduce").real("max");
    return picture;
}

struct File {
    std::string name;
    Picture before, after;
    std::string device;
    double milliseconds = 0;
};

std::vector<File> read_manifest(const std::string& path, const sluice::Device& device) {
    std::ifstream manifest(path);
    if (!manifest) throw sluice::Error(sluice::Error::Kind::input, path, "cannot be read");
    std::vector<File> files;
    for (std::string text; std::getline(manifest, text);) {
        const auto line = nlohmann::json::parse(text);
        if (line.at("status") != "done") continue;
        const std::string input = line.at("path"), output = line.at("output");
        const auto& phases = line.at("phases");
        const double seconds = phases.at("decode").get<double>() + phases.at("device").get<double>() +
                               phases.at("encode").get<double>();
        files.push_back({std::filesystem::path(input).filename().string(), measure(input, device),
                         measure(output, device), line.at("device"), 1000 * seconds});
    }
    std::sort(files.begin(), files.end(), [](const File& a, const File& b) { return a.name < b.name; });
    return files;
}

std::string channels_of(const sluice::ImageFormat& format) {
    std::string text;
    for (const std::string& channel : format.channel_names()) text += channel;
    return text + " " + std::string(name(format.pixel));
}

void print_table(const std::vector<File>& files) {
    std::printf("%-14s %9s  %-8s %13s    %13s %8s  %s\n", "file", "size", "channels", "before", "after", "ms",
                "device");
    for (const File& file : files) {
        const sluice::ImageFormat& format = file.before.format;
        const std::string size = std::to_string(format.width) + "x" + std::to_string(format.height);
        std::printf("%-14s %9s  %-8s %5.0f to %5.0f    %5.0f to %5.0f %8.1f  %s\n", file.name.c_str(),
                    size.c_str(), channels_of(format).c_str(), file.before.min, file.before.max,
                    file.after.min, file.after.max, file.milliseconds, file.device.c_str());
    }
    std::printf(
        "\nms: decoding, device, encoding; the first of a kind waits for its kernels to be compiled too\n");
}

// The mean of the pixels [x0, x1) x [y0, y1), over a chessboard where they are transparent.
Color average(const sluice::HostImage& rgba, std::size_t x0, std::size_t x1, std::size_t y0, std::size_t y1,
              bool light_square) {
    const double ground = light_square ? 235 : 205;
    std::array<double, 3> sum{};
    for (std::size_t y = y0; y < y1; ++y)
        for (std::size_t x = x0; x < x1; ++x) {
            const std::uint8_t* pixel = rgba.as<std::uint8_t>(y) + 4 * x;
            for (std::size_t c = 0; c < 3; ++c) sum[c] += ground + (pixel[c] - ground) * pixel[3] / 255;
        }
    const double count = static_cast<double>((x1 - x0) * (y1 - y0));
    Color color;
    for (std::size_t c = 0; c < 3; ++c) color[c] = static_cast<std::uint8_t>(std::lround(sum[c] / count));
    return color;
}

class Sheet {
public:
    explicit Sheet(std::size_t cells)
        : image_({margin + cells_in_row * cell_width,
                  margin / 2 + (cells + cells_in_row - 1) / cells_in_row * cell_height, 3}) {
        const sluice::ImageFormat& format = image_.format();
        for (std::size_t y = 0; y < format.height; ++y)
            for (std::size_t x = 0; x < format.width; ++x) set(x, y, paper);
    }

    // Both tiles touch in the middle; the label is below them.
    void add(std::size_t cell, const File& file) {
        const std::size_t left = margin + cell % cells_in_row * cell_width;
        const std::size_t top = margin / 2 + cell / cells_in_row * cell_height;
        const std::size_t width = tile(left, top, file.before.rgba, true);
        tile(left + tile_width + seam, top, file.after.rgba, false);
        char numbers[64];
        std::snprintf(numbers, sizeof numbers, "   %.0f..%.0f  >  %.0f..%.0f", file.before.min,
                      file.before.max, file.after.min, file.after.max);
        write(left + tile_width - width, top + tile_height + 8, file.name + numbers);
    }
    const sluice::HostImage& image() const { return image_; }

private:
    void set(std::size_t x, std::size_t y, Color color) {
        std::copy(color.begin(), color.end(), image_.as<std::uint8_t>(y) + 3 * x);
    }

    // Draws the image at the bottom of a tile; returns its width.
    std::size_t tile(std::size_t left, std::size_t top, const sluice::HostImage& src, bool to_the_right) {
        const sluice::ImageFormat& format = src.format();
        const double scale = std::max({static_cast<double>(format.width) / tile_width,
                                       static_cast<double>(format.height) / tile_height, 1.0});
        const auto scaled = [&](std::size_t n) {
            return std::max<std::size_t>(1, static_cast<std::size_t>(static_cast<double>(n) / scale));
        };
        const std::size_t width = scaled(format.width), height = scaled(format.height);
        if (to_the_right) left += tile_width - width;
        top += tile_height - height;
        for (std::size_t y = 0; y < height; ++y)
            for (std::size_t x = 0; x < width; ++x)
                set(left + x, top + y,
                    average(src, x * format.width / width, (x + 1) * format.width / width,
                            y * format.height / height, (y + 1) * format.height / height,
                            (x / 8 + y / 8) % 2 == 0));
        return width;
    }

    // The font consists of boxes. Boxes outside of the sheet are left out.
    void write(std::size_t left, std::size_t top, std::string text) {
        struct Corner {
            float x, y, z;
            std::uint8_t color[4];
        };
        struct Box {
            Corner corners[4];
        };
        std::array<Box, 1024> boxes;
        const int count = stb_easy_font_print(0, 0, text.data(), nullptr, boxes.data(), sizeof boxes);
        for (std::size_t i = 0; i < static_cast<std::size_t>(count); ++i) {
            const Corner &first = boxes[i].corners[0], &last = boxes[i].corners[2];
            for (auto y = static_cast<std::size_t>(dot * first.y); y < static_cast<std::size_t>(dot * last.y);
                 ++y)
                for (auto x = static_cast<std::size_t>(dot * first.x);
                     x < static_cast<std::size_t>(dot * last.x); ++x)
                    if (left + x < image_.format().width) set(left + x, top + y, ink);
        }
    }

    sluice::HostImage image_;
};

}  // namespace

int main(int argc, char** argv) try {
    if (argc != 3) {
        say("usage: contact_sheet MANIFEST SHEET.png");
        return 2;
    }
    const std::vector<File> files = read_manifest(argv[1], sluice::Device::pick());
    print_table(files);
    Sheet sheet(files.size());
    for (std::size_t i = 0; i < files.size(); ++i) sheet.add(i, files[i]);
    write_picture(argv[2], sheet.image());
} catch (const std::exception& error) {
    say(std::string("contact_sheet: ") + error.what());
    return 1;
}
